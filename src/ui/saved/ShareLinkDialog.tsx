import { useSelector } from '@xstate/react';
import { offeredLink } from '../../machines/saved/savedSearches.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { LinkDialog } from '../shared/LinkDialog.tsx';

/** The link to a shared search, if it couldn't be copied. */
export function ShareLinkDialog() {
  const t = useT();
  const searches = useActorOf('savedSearches');
  const link = useSelector(searches, offeredLink);
  return link === null ? null : (
    <LinkDialog
      title={t('mySearch.linkTitle')}
      link={link}
      hint={t('mySearch.linkText')}
      onClose={() => searches.send({ type: 'link.closed' })}
    />
  );
}
