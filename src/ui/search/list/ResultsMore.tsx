import { useSelector } from '@xstate/react';
import { BoxSelect, Code, Columns2, Ellipsis, Frame, Image, RefreshCw, Sparkles, X } from 'lucide-react';
import { EXPORT_RECORDS_MAX } from '../../../../contract/limits.ts';
import { COMPARED } from '../../../machines/search/look/look.rules.ts';
import { hasChosen } from '../../../machines/search/results/results.selectors.ts';
import { isSearching } from '../../../machines/search/search.selectors.ts';
import { useActorIf, useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { mapReason } from '../../map/kernel/graphics.ts';
import { usePortalMap } from '../../map/kernel/mapStores.ts';
import { request } from '../../map/kernel/tool.ts';
import { PHONE, useMatches } from '../../shared/useMatches.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** An item that can't be used now says why. */
const closedBy = (reason: string | null) => ({ disabled: reason !== null, note: reason ?? undefined });

/** More actions for the results. */
export function ResultsMore() {
  const t = useT();
  const results = useActorOf('results');
  const dialog = useActorIf('searchCode');
  const portal = usePortal();
  const mapHandle = usePortalMap();
  const isBusy = useSelector(useActorOf('search'), isSearching);
  const canCover = useSelector(results, (snapshot) => snapshot.can({ type: 'cover.opened' }));
  const canShow = useSelector(results, (snapshot) => snapshot.can({ type: 'quicklooks.toggled' }));
  const canCompare = useSelector(results, (snapshot) => snapshot.can({ type: 'comparison.requested' }));
  const isAnyChosen = useSelector(results, hasChosen);
  const isPhone = useMatches(PHONE);
  const acts = {
    compare: () => results.send({ type: 'comparison.requested' }),
    quicklooks: () => results.send({ type: 'quicklooks.toggled' }),
    clear: () => results.send({ type: 'choice.cleared' }),
    cover: () => results.send({ type: 'cover.opened' }),
    // the touch and keyboard alternative to a drag with the shift key
    byBox: () => portal.send(request({ type: 'sceneBox.chosen' })),
    inView: () => mapHandle !== null && results.send({ type: 'scenes.boxed', bbox: mapHandle.freeBounds() }),
    refresh: () => results.send({ type: 'refresh.requested' }),
    code: () => dialog?.send({ type: 'code.opened' }),
  };
  // the actions that the action bar has no room for
  const ofChoice = [
    {
      id: 'compare' as const,
      label: t('look.compare'),
      icon: <Columns2 {...ICON} />,
      ...closedBy(canCompare ? null : t('look.compareFew', COMPARED)),
    },
    {
      id: 'quicklooks' as const,
      label: t('results.quicklooks'),
      icon: <Image {...ICON} />,
      ...closedBy(canShow ? null : t('results.quicklooksMany', { max: EXPORT_RECORDS_MAX })),
    },
    { id: 'clear' as const, label: t('results.clearSelection'), icon: <X {...ICON} /> },
  ];
  const ofMap = [
    { id: 'byBox' as const, label: t('results.selectByBox'), icon: <BoxSelect {...ICON} /> },
    { id: 'inView' as const, label: t('results.selectInView'), icon: <Frame {...ICON} /> },
  ].map((item) => ({ ...item, ...closedBy(mapHandle === null ? t(mapReason()) : null) }));
  // the page of a shared search is read-only (docs/decisions/098)
  if (!dialog) return null;
  return (
    <Menu
      look="icon"
      label={t('results.more')}
      icon={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
      placement="bottom end"
      items={[
        ...(isPhone && isAnyChosen ? ofChoice : []),
        {
          id: 'cover',
          label: t('results.bestCover'),
          icon: <Sparkles {...ICON} />,
          ...closedBy(canCover ? null : t('results.noneShown')),
        },
        ...ofMap,
        {
          id: 'refresh',
          label: t('results.refresh'),
          icon: <RefreshCw {...ICON} />,
          ...closedBy(isBusy ? t('search.searching') : null),
        },
        { id: 'code', label: t('results.copyAsCode'), icon: <Code {...ICON} /> },
      ]}
      onChoose={(id: keyof typeof acts) => acts[id]()}
    />
  );
}
