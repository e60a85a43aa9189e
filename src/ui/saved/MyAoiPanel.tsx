import { useSelector } from '@xstate/react';
import type { SavedAoi } from '../../../contract/saved.ts';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import { formatArea } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { AoiActs, Coming, CurrentBadge, NoAois, useSavedAoi } from './AoiParts.tsx';
import { AreasWithFacts } from './AreasWithFacts.tsx';
import { SavedFoot, SavedItems, type SavedListActor, SavedRow } from './SavedItems.tsx';

/** §2 My AOI list: select, show on map, go to search, delete. */
export function MyAoiPanel() {
  const t = useT();
  const savedAois = useActorOf('savedAois');
  const list = useSelector(savedAois, ({ children }) => children.list);
  const facts = useSelector(savedAois, ({ children }) => children.facts);
  const hasFacts = useExtensions('aoiFacts');
  if (list === undefined) return <Panel title={t('myAoi.title')}>{null}</Panel>;
  if (hasFacts && facts !== undefined) return <AreasWithFacts list={list} facts={facts} />;
  return (
    <Panel title={t('myAoi.title')} bare footer={<SavedFoot list={list} />}>
      <SavedItems
        list={list}
        label={t('myAoi.list')}
        empty={<NoAois title={t('myAoi.empty')} />}
        row={AoiRow}
      />
    </Panel>
  );
}

function AoiRow({ list, saved }: { list: SavedListActor<SavedAoi>; saved: SavedAoi }) {
  const { isComing, isCurrent, areaKm2 } = useSavedAoi(saved);
  return (
    <SavedRow
      list={list}
      item={saved}
      isCurrent={isCurrent}
      badge={isCurrent && <CurrentBadge />}
      facts={isComing ? <Coming /> : areaKm2 !== null && <span>{formatArea(areaKm2)}</span>}
    >
      <AoiActs saved={saved} />
    </SavedRow>
  );
}
