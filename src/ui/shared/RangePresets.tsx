import { type DayRange, presetOf, presetRange, type RangePreset } from '../../machines/shared/days.ts';
import { useT } from './i18n/useT.ts';
import { Presets } from './kit/actions/Presets.tsx';

interface RangePresetsProps extends DayRange {
  presets: readonly RangePreset[];
  today: string;
  /** Called with '' for both ends if the pressed one is pressed again and can be cleared. */
  onChange: (range: DayRange) => void;
  clearable?: boolean;
  disabled?: boolean;
}

/** The ranges of days that are one press away. */
export function RangePresets({ from, to, today, presets, clearable, disabled, onChange }: RangePresetsProps) {
  const t = useT();
  const current = presetOf({ from, to }, today);
  return (
    <Presets
      label={t('search.presets')}
      value={current}
      options={presets.map((preset) => ({ value: preset, label: t(`search.preset.${preset}`) }))}
      disabled={disabled}
      onPress={(preset) =>
        onChange(clearable && preset === current ? { from: '', to: '' } : presetRange(preset, today))
      }
    />
  );
}
