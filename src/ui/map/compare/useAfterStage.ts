import { useEffect, useRef, useState } from 'react';
import { MapStage } from '../canvas/stage.ts';
import { pairStages } from './pairStages.ts';

/** The map of the right side: put up with the comparison, in step with the first one, and taken down with it. */
export function useAfterStage(first: MapStage, theme: 'light' | 'dark', label: string) {
  const host = useRef<HTMLDivElement>(null);
  const start = useRef({ theme, label });
  const [stage, setStage] = useState<MapStage | null>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new MapStage(host.current, start.current.theme, start.current.label);
    const part = pairStages(first, made);
    setStage(made);
    return () => {
      part();
      setStage(null);
      made.destroy();
    };
  }, [first]);
  return { host, stage };
}
