import { Download, RotateCcw, Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../actions/Button.tsx';
import { DateField } from '../fields/date/DateField.tsx';
import { DateRange } from '../fields/date/DateRange.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { IconButton } from '../actions/IconButton.tsx';
import { Menu } from '../actions/Menu.tsx';
import { MultiSelect } from '../fields/choice/MultiSelect.tsx';
import { Note } from '../figures/Note.tsx';
import { Pager } from '../navigation/Pager.tsx';
import { Panel } from '../layout/Panel.tsx';
import { Select } from '../fields/choice/Select.tsx';
import { Slider } from '../fields/number/Slider.tsx';
import { Tabs } from '../navigation/Tabs.tsx';
import { Fields } from './galleryFields.tsx';

export const asked = new URLSearchParams(globalThis.location.search);

const SATELLITES = ['SV-2', 'BJ-3A', 'SV-1', 'OB-3'].map((value) => ({ value, label: value, note: '0.5 m' }));

export function SearchForm() {
  const [range, setRange] = useState({ from: '2026-08-20', to: '2026-11-20' });
  const [cloud, setCloud] = useState(20);
  const [gsd, setGsd] = useState(1);
  const [satellites, setSatellites] = useState<string[]>(['SV-2', 'BJ-3A']);
  const [mode, setMode] = useState<string | null>('MONO');
  return (
    <section aria-label="Search form" className="gt-gallery__group">
      <DateRange label="Acquisition date" {...range} onChange={setRange} />
      <DateField label="Day" value="" onChange={() => {}} />
      <Slider
        label="Cloud cover, at most"
        value={cloud}
        min={0}
        max={100}
        step={1}
        onChange={setCloud}
        format={(value) => `${value}%`}
        ticks={[0, 50, 100].map((value) => ({ value, label: String(value) }))}
      />
      <Slider
        label="Resolution, up to"
        value={gsd}
        min={0.1}
        max={2}
        step={0.1}
        onChange={setGsd}
        format={(value) => `${value.toFixed(1)} m`}
        ticks={[0.3, 0.5, 1, 2].map((value) => ({
          value,
          label: value === 2 ? '2 m' : String(value),
          mark: value < 1,
        }))}
      />
      <MultiSelect
        label="Satellites"
        aside="2 of 6 with GSD ≤ 1 m"
        values={satellites}
        onChange={setSatellites}
        options={SATELLITES}
        tagOf={(option) => `${option.label} · 0.5 m`}
        placeholder="All satellites"
      />
      <Select
        label="Product mode"
        value={mode}
        clearable
        onChange={setMode}
        placeholder="Any"
        options={['MONO', 'STEREO', 'TRISTEREO'].map((value) => ({ value, label: value }))}
      />
    </section>
  );
}

export function Panels() {
  const [tab, setTab] = useState<'archive' | 'tasking'>('archive');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState('newest');
  return (
    <div className="gt-gallery__panel">
      <Panel
        title="Orders"
        bare
        actions={<IconButton label="Reload" size="small" icon={<RotateCcw size={16} strokeWidth={1.75} />} />}
        footer={<Pager page={page} pageCount={3} onPage={setPage} summary="1–10 of 27" />}
      >
        <Tabs
          label="Orders"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'archive', label: 'Archive' },
            { id: 'tasking', label: 'Tasking' },
          ]}
        >
          <div className="gt-gallery__line gt-gallery__inset">
            <Menu
              label="Sort"
              look="inline"
              selected={sort}
              onChoose={setSort}
              items={[
                { id: 'newest', label: 'Newest' },
                { id: 'cover', label: 'Most of the AOI' },
              ]}
            />
            <Menu
              label="Export"
              icon={<Download size={16} strokeWidth={1.75} />}
              onChoose={() => {}}
              items={[
                { id: 'geojson', label: 'GeoJSON' },
                { id: 'shp', label: 'Shp' },
                { id: 'preview', label: 'Preview and Shp', disabled: true, note: 'later' },
              ]}
            />
          </div>
        </Tabs>
      </Panel>
    </div>
  );
}

export function Dialogs() {
  const [open, setOpen] = useState(asked.get('dialog'));
  if (open === null) return null;
  const close = () => setOpen(null);
  return (
    <Dialog
      title="Tasking order"
      subtitle="OB-3 · optical, 0.9 m"
      width={open === '1080' ? 1080 : open === '600' ? 600 : 480}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Close</Button>
          <Button variant="primary" icon={<Search size={16} strokeWidth={1.75} />}>
            Submit
          </Button>
        </>
      }
      {...(open === '1080' ? { aside: <Note title="Price">Final price</Note> } : {})}
    >
      <Fields />
      <Select
        label="Resolution"
        value="0.9"
        onChange={() => {}}
        options={['0.5', '0.9'].map((value) => ({ value, label: `${value} m` }))}
      />
    </Dialog>
  );
}
