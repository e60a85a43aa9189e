import { useState } from 'react';
import { NativeSelect } from '../fields/choice/NativeSelect.tsx';
import { NumberField } from '../fields/number/NumberField.tsx';
import { PasswordField } from '../fields/text/PasswordField.tsx';
import { TextField } from '../fields/text/TextField.tsx';

export function Fields() {
  const [name, setName] = useState('Harbour, east side');
  const [mail, setMail] = useState('mei.lin@harbour');
  const [number, setNumber] = useState('1.372');
  const [industry, setIndustry] = useState<'Maritime' | 'Mining' | ''>('');
  return (
    <section aria-label="Fields" className="gt-gallery__group">
      <h2>Fields</h2>
      <TextField label="Name" value="" placeholder="At most 32 characters" onChange={() => {}} />
      <TextField label="Order name" value={name} maxLength={64} counter="always" onChange={setName} />
      <TextField label="AOI name" value={name} maxLength={20} onChange={setName} />
      <TextField label="Email" value={mail} error="Invalid e-mail." onChange={setMail} />
      <TextField label="Projection" value="Not available at L1" disabled onChange={() => {}} />
      <TextField label="Company" marked missing="Required" value="" onChange={() => {}} />
      <NativeSelect
        label="Industry"
        placeholder="Not chosen"
        value={industry}
        onChange={setIndustry}
        options={[
          { value: 'Maritime', label: 'Maritime' },
          { value: 'Mining', label: 'Mining' },
        ]}
      />
      <PasswordField label="Password" value="secret" onChange={() => {}} />
      <NumberField
        label="Max latitude"
        unit="°"
        step={0.001}
        min={-90}
        max={90}
        value={number}
        onChange={setNumber}
      />
      <TextField
        label="WKT, WGS 84"
        mono
        lines={3}
        value="POLYGON ((103.712 1.372, 103.860 1.402,"
        onChange={() => {}}
      />
    </section>
  );
}
