import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { boxOf, writeWkb } from '../../../server/search/scenes.wkb.ts';
import type { Footprint } from '../../../contract/search.ts';
import { square } from '../search/sceneFixtures.ts';

/** A round footprint of 400 vertices: 6 KB, which fits a row of every schema. */
const ROUND: Footprint = {
  type: 'Polygon',
  coordinates: [
    Array.from({ length: 401 }, (_, at) => {
      const turn = ((at % 400) / 400) * 2 * Math.PI;
      return [10 + Math.cos(turn), 50 + Math.sin(turn)];
    }),
  ],
};
const AREA = 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))';
const FORM = {
  productIds: ['ALPHA'],
  aoiWkt: AREA,
  orderName: '港口',
  productLevel: 'L2A',
  projection: 'UTM',
  cropByAoi: true,
};
const PRICE = { unitPrice: 12.5, aoiArea: 123.07, valuationArea: 123.07, discount: 1, finalPrice: 153838 };
const AT = "timestamptz '2026-05-01 12:00:00.123456+00'";

type Statement = [sql: string, values?: unknown[]];

const scene = (id: string, footprint: Footprint): Statement => [
  `insert into scenes (product_id, batch_id, acquired, satellite, sat_code, sensor, sensor_type, gsd, cloud_cover, off_nadir,
     sun_elevation, area, supplier, simulated, content_hash, footprint, bounds, item)
   values ($1, 1, ${AT}, 'SV2', 'SV2', 'PMS', 'OPTICAL', 0.5, 12.25, null, 61.123456789012345, 1e-7, 'Orbita', true, '\\x00ff', $2, $3,
     '{"id": "a/b", "big": 12345678901234567890, "text": "line\\nquote\\" 港"}')`,
  [id, writeWkb(footprint), boxOf(footprint)],
];

/** Order and history of one status. */
const order = (id: number, status: number): Statement[] => [
  [
    `insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt, form, price,
       final_price_cents, secret, created_at, next_step_at)
     values ($1, 1, 'archive', '港口', $2, 'Orbita', true, '{ALPHA}', $3, $4, $5, 153838, $6, ${AT}, $7)`,
    [
      `GT-20260501-000${id}`,
      status,
      AREA,
      JSON.stringify(FORM),
      JSON.stringify(PRICE),
      `secret-${id}`,
      status < 7 ? '2026-05-01T12:00:10Z' : null,
    ],
  ],
  [`insert into order_history (order_id, status, at) values ($1, 1, ${AT}), ($1, $2, ${AT})`, [id, status]],
];

/** What a database of each version could hold, by the migration that made it possible. */
const ROWS: readonly [since: string, statements: readonly Statement[]][] = [
  [
    '0001',
    [
      [
        `insert into accounts (email, password_hash, first_name, last_name, company, utype, puc, status, credits, created_at)
         values ('ada@example.com', 'x', 'Ada', 'Lim', 'Coast Survey', 6, true, 'approved', 95, ${AT}),
           ('bo@example.com', 'x', 'Bo', 'Tan', '港务', 1, false, 'awaiting', 0, ${AT})`,
      ],
      [`insert into sessions values ('\\x01', 1, ${AT}, ${AT})`],
      [
        `insert into credit_entries (account_id, amount, reason, at) values (1, 100, 'grant', ${AT}), (1, -5, 'imageryExport', ${AT})`,
      ],
      [`insert into rate_windows values ('loginPair:x', ${AT}, 3)`],
      ["insert into order_counters values ('2026-05-01', 6)"],
      ...[1, 4, 6, 7, 8, 9].flatMap((status, at) => order(at + 1, status)),
      // an order older than its history
      ['delete from order_history where order_id = 1'],
      ["insert into order_files values (4, 'ALPHA', 'ALPHA_L2A.zip')"],
      [`insert into idempotency_keys values (1, 'key', '\\x02', 1, ${AT})`],
      [`insert into payment_records (order_id, account_id, cost_cents, at) values (4, 1, 153838, ${AT})`],
    ],
  ],
  [
    '0002',
    [
      [
        "insert into scene_batches (kind, source, seed, last_day) values ('simulated', 'simulated', '1', '2026-05-01')",
      ],
      scene('ALPHA', square(103.7, 1.1, 104, 1.4)),
      scene('ROUND', ROUND),
    ],
  ],
  ['0003', [["insert into secrets values ('quicklook', 'c2VjcmV0'), ('codes', 'Y29kZXM=')"]]],
  [
    '0004',
    [
      [
        `insert into verify_codes (purpose, email, code_hash, created_at, expires_at, guesses)
         values ('register', 'cy@example.com', '\\x03', ${AT}, ${AT}, 2)`,
      ],
      [
        `insert into mail_jobs (kind, email, language, created_at, due_at, tries) values ('approved', 'bo@example.com', 'zh', ${AT}, ${AT}, 1)`,
      ],
      [`insert into rate_pauses values ('code:cy@example.com', ${AT})`],
    ],
  ],
  [
    '0005',
    [
      [
        "insert into saved_aois (account_id, name, geom, created_at) values (1, 'Harbour', $1, '2026-11-20T08:00:00Z')",
        [AREA],
      ],
    ],
  ],
  [
    '0006',
    [
      [
        `insert into saved_searches (account_id, name, aoi_geom, skey, skey_hash, dump, created_at)
         values (1, 'Clear', $1, 'key', sha256('key'), $2, ${AT})`,
        [AREA, gzipSync('{"status":1}')],
      ],
    ],
  ],
  [
    '0007',
    [
      [
        `insert into scene_exports (account_id, name, type, product_ids, secret, secret_hash, created_at, due_at)
         values (1, 'Ids', 'productIds', '{ALPHA,"with,comma"}', 's1', sha256('s1'), ${AT}, ${AT})`,
      ],
    ],
  ],
  [
    '0008',
    [
      [
        `insert into mail_jobs (kind, email, language, created_at, due_at, order_num)
         values ('orderCompleted', 'ada@example.com', 'en', ${AT}, ${AT}, 'GT-20260501-0004')`,
      ],
    ],
  ],
  [
    '0010',
    [
      [
        `insert into imagery_layers (name, store_name, overviews, facts, display, stats, footprint, bytes, created_at)
         values ('Harbour', 'store', 1, '{"epsg": 4326}', '{"bands": [1]}', '[]', $1, 9007199254740991, ${AT})`,
        [AREA],
      ],
      ['insert into imagery_rights values (1, 1)'],
      [`insert into done_once values ('demo layers', ${AT})`],
    ],
  ],
  [
    '0011',
    [
      [
        `insert into imagery_exports (task_num, account_id, layer_id, form, cost, secret, secret_hash, idempotency_key, body_hash,
           created_at, due_at)
         values ('T1', 1, 1, '{"taskName": "Harbour"}', 5, 's2', sha256('s2'), 'key', '\\x04', ${AT}, ${AT})`,
      ],
    ],
  ],
  ['0013', [[`insert into closed_keys values (1, 'closed', ${AT})`]]],
  [
    '0014',
    [
      ["update orders set terms_url = '/terms.pdf', terms_sha256 = 'ab' where id = 4"],
      ["update order_history set cause = 'noClearPass' where status = 8"],
      [`insert into order_scenes values (4, 'ALPHA', '{"facts": {"productId": "ALPHA"}}')`],
    ],
  ],
  ['0016', [["update verify_codes set requester = '\\x05'"]]],
  ['0017', [['update saved_aois set area_km2 = 123.07']]],
  ['0019', [['update orders set room_tries = 3 where status = 6']]],
  [
    '0029',
    [
      [
        `insert into api_keys (account_id, name, key_hash, hint, scopes, sandbox, created_at)
         values (1, 'Nightly search', '\\x06', 'gt_live_7Qm2…f81c', '{search}', false, ${AT})`,
      ],
      ["insert into api_key_calls values (1, '2026-05-01', 1204)"],
      ['update orders set api_key_id = 1 where id = 4'],
    ],
  ],
  [
    '0031',
    [
      [
        `insert into watches (account_id, kind, name, condition, bounds, mail, pace, mail_key, created_at)
         values (1, 'scenes', '港口', '{"aoiWkt": "POLYGON"}', '(1,2),(3,4)', true, 'daily', 'key', ${AT})`,
      ],
      ['insert into scene_arrivals select id from scenes limit 1'],
      [`insert into watch_scenes select 1, id, ${AT}, true, false, true from scenes limit 1`],
      [
        `insert into watch_deliveries (watch_id, channel, kind, event_id, body, scenes, due_at, created_at)
         values (1, 'webhook', 'scenes', 'msg_1', '{}', 1, ${AT}, ${AT})`,
      ],
      [`insert into watch_tries (delivery_id, number, at, status, ms) values (1, 1, ${AT}, 503, 84)`],
      [`insert into news (account_id, kind, watch_id, at) values (1, 'scenes', 1, ${AT})`],
    ],
  ],
  [
    '0032',
    [
      [
        `insert into cloud_masks (scene_id, content_hash, maker, origin, mask)
         select id, content_hash, 1, 'painted', '\\x01' from scenes limit 1`,
      ],
    ],
  ],
];

/** Fills a database whose schema has the given migrations. */
export async function fillAsOf(pool: Pool, migrations: readonly string[]): Promise<void> {
  const numbers = new Set(migrations.map((name) => name.slice(0, 4)));
  for (const [since, statements] of ROWS)
    if (numbers.has(since)) for (const [sql, values] of statements) await pool.query(sql, values);
}
