import type { SeenActor } from '../../machines/inspector/fact.ts';
import type { Actors } from '../../machines/inspector/log.ts';
import { chosenActor, shownActors } from '../../machines/inspector/viewer.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { stateWords } from './chart/stateWords.ts';
import { useViewer, useViewerValue } from './viewerActor.tsx';

/** The actors running at the shown moment, as a tree; those without a machine can't be selected. */
export function ActorList({ onChoose }: { onChoose: () => void }) {
  const t = useT();
  const actors = useViewerValue(shownActors);
  const pages = [...new Set(Object.values(actors).map(({ page }) => page))];
  return (
    <section aria-labelledby="actors">
      <h2 id="actors" className="gt-viewer__heading">
        {t('viewer.actors')}
      </h2>
      {pages.length === 0 && <p className="gt-viewer__empty">{t('viewer.actorsNone')}</p>}
      {pages.map((page, at) => (
        <div key={page}>
          {pages.length > 1 && (
            <h3 className="gt-viewer__page">{t('viewer.portalNumber', { number: at + 1 })}</h3>
          )}
          <Siblings actors={actors} page={page} parent={null} onChoose={onChoose} />
        </div>
      ))}
    </section>
  );
}

interface SiblingsProps {
  actors: Actors;
  page: string;
  parent: string | null;
  onChoose: () => void;
}

function Siblings({ actors, page, parent, onChoose }: SiblingsProps) {
  const own = Object.values(actors).filter((one) => one.page === page && one.parent === parent);
  if (own.length === 0) return null;
  return (
    <ul className="gt-viewer__actors">
      {own.map((actor) => (
        <li key={actor.key}>
          <ActorRow actor={actor} onChoose={onChoose} />
          <Siblings actors={actors} page={page} parent={actor.key} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function ActorRow({ actor, onChoose }: { actor: SeenActor; onChoose: () => void }) {
  const t = useT();
  const viewer = useViewer();
  const isChosen = useViewerValue(chosenActor) === actor.key;
  if (actor.machine === null)
    return (
      <p className="gt-viewer__row gt-viewer__row--plain" title={t('viewer.plainActor', { name: actor.id })}>
        {actor.id}
      </p>
    );
  return (
    <button
      type="button"
      className="gt-viewer__row"
      aria-current={isChosen || undefined}
      onClick={() => {
        viewer.send({ type: 'actor.chosen', key: actor.key });
        onChoose();
      }}
    >
      <span className="gt-viewer__name">{actor.id}</span>
      <span className="gt-viewer__value">{stateWords(actor.snapshot.value)}</span>
    </button>
  );
}
