import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { shownMeasures } from '../../../../machines/map/map.selectors.ts';
import type { Measure } from '../../../../machines/map/map.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useLanguage, useT } from '../../../shared/i18n/useT.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { nameOf, segmentLabels, sentenceOf, totalOf, totalPlace } from './figures.ts';
import { LabelBoard, projector } from './labelBoard.ts';
import { measuredLine, traceOfLine } from '../../layers/measures.ts';
import './measuring.css';

/** Minimum distance of a focused tag from the edges of the free map, pixels. */
const INSET = 60;

/** Keeps tags and labels at their lines. They are moved without React, whenever the map moves. */
function usePlaces(mapHandle: MapHandle, measures: readonly Measure[]) {
  const labels = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const board = labels.current === null ? null : new LabelBoard(labels.current, mapHandle);
    const places = measures.map((line) => totalPlace(line.kind, traceOfLine(line)));
    const place = () => {
      placeTags(mapHandle, list.current, places);
      board?.place();
    };
    const write = () => {
      const current = measuredLine.get();
      const lines = current === null ? measures : [...measures, current];
      board?.show(lines.flatMap((line) => segmentLabels(line.kind, traceOfLine(line))));
    };
    write();
    place();
    const host = list.current;
    host?.addEventListener('focusin', place);
    host?.addEventListener('focusout', place);
    const ends = [mapHandle.onView(place), measuredLine.on(write)];
    return () => {
      for (const end of ends) end();
      host?.removeEventListener('focusin', place);
      host?.removeEventListener('focusout', place);
      board?.remove();
    };
  }, [mapHandle, measures]);
  return { labels, list };
}

function placeTags(mapHandle: MapHandle, list: HTMLUListElement | null, places: readonly number[][]): void {
  const onScreen = projector(mapHandle);
  const { clientWidth, clientHeight } = mapHandle.map.getContainer();
  places.forEach((position, index) => {
    const item = list?.children[index];
    const [at] = onScreen(position);
    if (!(item instanceof HTMLElement) || at === undefined) return;
    const isAway = at.x < 0 || at.y < 0 || at.x > clientWidth || at.y > clientHeight;
    // a focused tag stays visible, wherever its line is
    const isHeld = isAway || item.matches(':focus-within');
    const { x, y } = isHeld ? mapHandle.intoFreeMap(at, INSET) : at;
    item.toggleAttribute('data-away', isAway);
    item.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  });
}

/** Announces added and removed measurements to screen readers. */
function useNews(measures: readonly Measure[]): string {
  const t = useT();
  const known = useRef(measures);
  const [news, setNews] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = measures;
    const added = measures.find(({ id }) => !before.some((one) => one.id === id));
    const gone = before.filter(({ id }) => !measures.some((one) => one.id === id));
    if (added !== undefined) setNews(sentenceOf(t, added, traceOfLine(added)));
    else if (gone.length > 0 && measures.length === 0 && before.length > 1) setNews(t('measure.cleared'));
    else if (gone[0] !== undefined) setNews(t('measure.removed', { name: nameOf(t, gone[0]) }));
  }, [measures, t]);
  return news;
}

/** The measurements on the map (§4 Measure): their figures, and a list with a remove button for each. */
export function Measures({ mapHandle }: { mapHandle: MapHandle }) {
  // the key rewrites all figures when the language changes
  return <List key={useLanguage()} mapHandle={mapHandle} />;
}

function List({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const map = useActorOf('map');
  const measures = useSelector(map, shownMeasures);
  const { labels, list } = usePlaces(mapHandle, measures);
  const news = useNews(measures);
  const remove = (id: number) => {
    const at = measures.findIndex((one) => one.id === id);
    const near = list.current?.children[at + 1] ?? list.current?.children[at - 1];
    // moves the focus to the next one, or back to the map
    (near?.querySelector('button') ?? mapHandle.map.getCanvas()).focus({ preventScroll: true });
    map.send({ type: 'measure.removed', id });
  };
  return (
    <>
      <div ref={labels} aria-hidden="true" />
      <section aria-label={t('measure.list')} hidden={measures.length === 0}>
        <ul ref={list}>
          {measures.map((measure) => {
            const trace = traceOfLine(measure);
            const isOnLine = measure.kind === 'distance';
            return (
              <li key={measure.id} className="gt-map__anchor gt-placed gt-through">
                <div
                  className={`gt-map__tag gt-placed gt-note-title gt-nowrap gt-map__tag--measured ${isOnLine ? '' : 'gt-map__tag--inside'}`}
                >
                  <span aria-hidden="true">{totalOf(measure.kind, trace)}</span>
                  <span className="gt-visually-hidden">{sentenceOf(t, measure, trace)}</span>
                  <button
                    type="button"
                    className="gt-measures__remove gt-reachable gt-centre gt-anchor"
                    aria-label={t('measure.remove', { name: nameOf(t, measure) })}
                    onClick={() => remove(measure.id)}
                  >
                    <X size={14} strokeWidth={2} aria-hidden="true" />
                  </button>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
      <p className="gt-visually-hidden" role="status">
        {news}
      </p>
    </>
  );
}
