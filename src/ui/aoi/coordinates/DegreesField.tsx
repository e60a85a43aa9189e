import { useState, type ClipboardEvent } from 'react';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../../contract/limits.ts';
import { readDegreePair } from '../../../geo/entry/degreePair.ts';
import type { Axis } from '../../../geo/entry/dms.ts';
import { otherDegreesOf } from '../../../machines/aoi/aoi.rules.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { NumberField } from '../../shared/kit/fields/number/NumberField.tsx';

interface DegreesFieldProps {
  label: string;
  axis: Axis;
  value: string;
  onChange: (value: string) => void;
  /** A pair was pasted; both in decimal degrees. */
  onPair: (point: { latitude: string; longitude: string }) => void;
  error?: string | null | undefined;
}

/** Formats decimal degrees to 1e-7, about 1 cm, without trailing zeros. */
const decimal = (degrees: number) => String(Number(degrees.toFixed(7)));

/** Latitude or longitude. Converts degrees, minutes and seconds to decimal and shows the original below. */
export function DegreesField({ label, axis, value, onChange, onPair, error }: DegreesFieldProps) {
  const t = useT();
  const [converted, setConverted] = useState({ from: '', to: '' });
  const limit = axis === 'latitude' ? LATITUDE_MAX : LONGITUDE_MAX;
  /** @returns whether the text was degrees in another notation */
  const take = (text: string): boolean => {
    const degrees = otherDegreesOf(text, axis);
    if (Number.isNaN(degrees)) return false;
    setConverted({ from: text.trim(), to: decimal(degrees) });
    onChange(decimal(degrees));
    return true;
  };
  const takePair = (text: string): boolean => {
    const point = readDegreePair(text);
    if (point === null) return false;
    setConverted({ from: text.trim(), to: decimal(point[axis]) });
    onPair({ latitude: decimal(point.latitude), longitude: decimal(point.longitude) });
    return true;
  };
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (take(text) || takePair(text)) event.preventDefault();
  };
  return (
    <NumberField
      label={label}
      value={value}
      onChange={onChange}
      onPaste={pasted}
      onBlur={() => take(value)}
      unit="°"
      min={-limit}
      max={limit}
      error={error}
      hint={value !== '' && value === converted.to && t('coordinates.converted', { text: converted.from })}
    />
  );
}
