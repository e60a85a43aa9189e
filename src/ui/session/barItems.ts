import {
  CircleUser,
  Download,
  History,
  Images,
  type LucideIcon,
  ReceiptText,
  Search,
  VectorSquare,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { PanelName } from '../../machines/shared/panels.ts';
import { SearchPanel } from '../search/SearchPanel.tsx';
import { laterView } from './laterViews.ts';

interface BarPanel {
  panel: PanelName;
  view: ComponentType;
  icon: LucideIcon;
  place: 'foot' | 'more';
}

/** §2 Main layout; on phones some items are behind 'More'. */
export const BAR_ITEMS: readonly BarPanel[] = [
  { panel: 'search', view: SearchPanel, icon: Search, place: 'foot' },
  { panel: 'myaoi', view: laterView((views) => views.MyAoiPanel), icon: VectorSquare, place: 'foot' },
  { panel: 'imagery', view: laterView((views) => views.ImageryPanel), icon: Images, place: 'foot' },
  { panel: 'mysearch', view: laterView((views) => views.MySearchPanel), icon: History, place: 'more' },
  { panel: 'myexport', view: laterView((views) => views.ExportsPanel), icon: Download, place: 'more' },
  { panel: 'order', view: laterView((views) => views.OrdersPanel), icon: ReceiptText, place: 'foot' },
  { panel: 'account', view: laterView((views) => views.AccountPanel), icon: CircleUser, place: 'more' },
];
