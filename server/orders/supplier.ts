import type { PoolClient } from 'pg';
import type { ORDER_STATUS, OrderStatus } from '../../contract/orders/orderStatus.ts';
import type { OrderCause } from '../../contract/orders/orderDetails.ts';
import type { SourceCode } from '../../contract/limits.ts';
import type { AreaGeometry } from '../../src/geo/aoi.ts';
import type { PicturedScene, SceneDeps } from '../search/scenePixels.ts';
import type { Order } from './orders.queries.ts';
import type { WritePaper } from './papers/papers.ts';
import type { Terms } from './terms.ts';

/** A status that needs no files. */
type MovedStatus = Exclude<OrderStatus, typeof ORDER_STATUS.completed>;

/** An image that an order gets of a scene. */
export interface OrderedImage {
  /** Size of a pixel on the ground, metres. */
  pixelMetres: number;
  pixels: number;
}

/** Decision 25: fulfils orders. The order rows are its queue, so any number of processes may work on it. */
export interface Supplier {
  /** Whether its orders and deliveries are marked SIMULATED. */
  readonly simulated: boolean;
  nameOf(source: SourceCode): string;
  /** Whether it can take new images of a source with at least this resolution, metres. */
  canTask(source: SourceCode, resolution: number): boolean;
  /** What is delivered of a scene, clipped or whole; null if it is delivered without pixels. */
  imageOf(scene: PicturedScene, clip: AreaGeometry | null): OrderedImage | null;
  /** When a new order's first step is due; null if its steps are triggered externally. */
  firstStepAt(now: Date): Date | null;
  /**
   * Independent queues of due work, so that a step never waits for files. Each is worked off in short transactions, and
   * begins nothing more once `ended` is set.
   * @returns the number of steps and delivered scenes
   */
  readonly lanes: Readonly<Record<'steps' | 'deliveries', (ended?: AbortSignal) => Promise<number>>>;
  /** Moves an order, whose row the transaction has locked, to an allowed next status. */
  move(
    client: PoolClient,
    order: Order,
    to: MovedStatus,
    options?: { hold?: boolean; cause?: OrderCause },
  ): Promise<void>;
  /**
   * Delivers an order in delivery, whenever it is due.
   * @returns its status: completed, failed, or the same if the disk is full
   */
  deliver(order: Order): Promise<OrderStatus>;
}

/** What the subjects are given that know of orders. */
export interface OrderDeps extends SceneDeps {
  supplier: Supplier;
  writePaper: WritePaper;
  /** The contract terms that the buyer of an order accepts. */
  terms: Terms;
  /** Adds what the archive still lacks; ends early, between two steps, once it is told to. */
  fillArchive: (ended: AbortSignal) => Promise<void>;
}
