import { useSelector } from '@xstate/react';
import { offeredPageLink } from '../../machines/session/pageLink.selectors.ts';
import { LinkDialog } from '../shared/LinkDialog.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';

/** The link to the page, if it couldn't be copied. */
export function PageLinkDialog() {
  const t = useT();
  const page = useActorOf('pageLink');
  const link = useSelector(page, offeredPageLink);
  return link === null ? null : (
    <LinkDialog
      title={t('bar.copyLink')}
      link={link}
      hint={t('bar.copyLinkByHand')}
      onClose={() => page.send({ type: 'link.closed' })}
    />
  );
}
