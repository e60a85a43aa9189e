import { presetOf, presetStart, RANGE_PRESETS } from '../../machines/shared/days.ts';
import { useT } from '../shared/i18n/useT.ts';
import type { DayRange } from '../shared/kit/fields/RangeField.tsx';
import '../shared/kit/actions/Segments.css';

interface RangePresetsProps extends DayRange {
  today: string;
  /** With '' for both ends if the pressed one is pressed again and can be cleared. */
  onChange: (range: DayRange) => void;
  clearable?: boolean;
}

/** The ranges up to today that are one press away. */
export function RangePresets({ from, to, today, clearable = false, onChange }: RangePresetsProps) {
  const t = useT();
  const current = presetOf(from, to, today);
  return (
    <div
      className="gt-segments__track gt-blank gt-round-field gt-flex gt-wide"
      role="group"
      aria-label={t('search.presets')}
    >
      {RANGE_PRESETS.map((preset) => (
        <button
          key={preset}
          type="button"
          className="gt-segment"
          aria-pressed={preset === current}
          data-checked={preset === current || undefined}
          onClick={() =>
            onChange(
              clearable && preset === current
                ? { from: '', to: '' }
                : { from: presetStart(preset, today), to: today },
            )
          }
        >
          {t(`search.preset.${preset}`)}
        </button>
      ))}
    </div>
  );
}
