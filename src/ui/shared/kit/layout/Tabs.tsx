import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import './lists.css';

interface TabsProps<V extends string> {
  /** Describes the tabs for screen readers. */
  label: string;
  tabs: readonly { id: V; label: string }[];
  selected: V;
  onSelect: (id: V) => void;
  children: ReactNode;
}

/** Underlined tabs for views. For values use `Segments`. */
export function Tabs<V extends string>({ label, tabs, selected, onSelect, children }: TabsProps<V>) {
  return (
    <AriaTabs
      className="gt-tabs gt-stack gt-low"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key);
        if (tab !== undefined && tab.id !== selected) onSelect(tab.id);
      }}
    >
      <TabList className="gt-tabs__list gt-scroll-across gt-flex gt-keep gt-edge-below" aria-label={label}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="gt-tab gt-pointed gt-no-outline gt-across gt-nowrap gt-anchor gt-strong gt-muted"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {/* the tab panel's id is fixed at creation: without the key, the tab would refer to a missing panel */}
      <TabPanel key={selected} id={selected} className="gt-tabs__panel gt-no-outline gt-stack gt-grow gt-low">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
