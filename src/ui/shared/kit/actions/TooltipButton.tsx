import { Tooltip, type TooltipProps } from '../overlays/Tooltip.tsx';
import { IconButton, type IconButtonProps } from './IconButton.tsx';

interface TooltipButtonProps extends IconButtonProps, Pick<TooltipProps, 'shortcut' | 'placement'> {
  /** By default the label. */
  tip?: string | undefined;
}

/** An icon button with its name in a tooltip. */
export function TooltipButton({ tip, shortcut, placement = 'bottom', ...button }: TooltipButtonProps) {
  return (
    <Tooltip label={tip ?? button.label} shortcut={shortcut} placement={placement}>
      <IconButton {...button} />
    </Tooltip>
  );
}
