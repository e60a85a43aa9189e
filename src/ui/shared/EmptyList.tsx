import { useT } from './i18n/useT.ts';
import { Button } from './kit/actions/Button.tsx';
import { EmptyState } from './kit/states/EmptyState.tsx';

interface EmptyListProps {
  /** Key of the title; the same key with `Text` says what would be there. */
  words: string;
  /** The step that fills the list. */
  step: string;
  onStep: () => void;
}

/** An empty list: what would be there, and the step that fills it. */
export function EmptyList({ words, step, onStep }: EmptyListProps) {
  const t = useT();
  return (
    <EmptyState
      drawing="list"
      title={t(words)}
      text={t(`${words}Text`)}
      actions={
        <Button size="small" onPress={onStep}>
          {step}
        </Button>
      }
    />
  );
}
