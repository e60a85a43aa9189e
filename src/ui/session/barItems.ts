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
import type { PanelName } from '../../machines/shared/panels.ts';

/** §2 Main layout, with the icons of look.md; those that the phone has no room for stand behind 'More'. */
export const BAR_ITEMS: readonly { panel: PanelName; icon: LucideIcon; place: 'foot' | 'more' }[] = [
  { panel: 'search', icon: Search, place: 'foot' },
  { panel: 'myaoi', icon: VectorSquare, place: 'foot' },
  { panel: 'imagery', icon: Images, place: 'foot' },
  { panel: 'mysearch', icon: History, place: 'more' },
  { panel: 'myexport', icon: Download, place: 'more' },
  { panel: 'order', icon: ReceiptText, place: 'foot' },
  { panel: 'account', icon: CircleUser, place: 'more' },
];
