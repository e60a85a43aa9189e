import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ExportKind } from '../../machines/exports/exports.rules.ts';
import { endedExports } from '../../machines/exports/exports.selectors.ts';
import { latestExportKind } from '../../machines/session/portal/portal.selectors.ts';
import { isImageryExportEnabled } from '../../machines/session/shell.selectors.ts';
import { listTotal } from '../../machines/shared/pages.rules.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Tabs } from '../shared/kit/navigation/Tabs.tsx';
import { ListPager } from '../shared/list/ListPager.tsx';
import { ReloadButton } from '../shared/list/ReloadButton.tsx';
import { CancelExportQuestion } from './CancelExportQuestion.tsx';
import { ExportList } from './ExportList.tsx';
import './exports.css';

/** §2 My Export panel: scene exports, and imagery exports if that API is enabled. */
export function ExportsPanel() {
  const t = useT();
  const hasImagery = useSelector(useActorOf('shell'), isImageryExportEnabled);
  // show the list of the latest export first
  const latest = usePortalValue(latestExportKind);
  const [chosen, setKind] = useState<ExportKind>(latest);
  const kind = hasImagery ? chosen : 'scene';
  const exports = useActorOf(`exports.${kind}`);
  return (
    <Panel
      title={t('exports.title')}
      bare
      actions={<ReloadButton list={exports} />}
      footer={<ListPager list={exports} total={useSelector(exports, listTotal)} />}
    >
      <Tabs
        label={t('exports.title')}
        tabs={[
          { id: 'scene', label: t('exports.scene') },
          ...(hasImagery ? [{ id: 'imagery' as const, label: t('exports.imagery') }] : []),
        ]}
        selected={kind}
        onSelect={setKind}
      >
        <ExportList key={kind} kind={kind} />
      </Tabs>
      <EndedExports kind={kind} />
      <CancelExportQuestion />
    </Panel>
  );
}

/** Announces to screen readers which visible exports have finished. */
function EndedExports({ kind }: { kind: ExportKind }) {
  const t = useT();
  const ended = useSelector(useActorOf(`exports.${kind}`), endedExports);
  return (
    <div className="gt-visually-hidden" role="status">
      {ended.map(({ key, name, stage }) => (
        <p key={key}>{t('exports.ended', { name, stage: t(`exports.stage.${stage}`) })}</p>
      ))}
    </div>
  );
}
