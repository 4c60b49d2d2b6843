// A canvas with as many pixels as the screen has, drawn again when its size, the colours or its contents change.
import { useEffect, useRef } from "preact/hooks";
import { useTheme, useWidth } from "./hooks";

interface CanvasProps {
  height: number;
  label: string;
  draw: (context: CanvasRenderingContext2D, width: number, height: number) => void;
  deps: unknown[];
  onPick?: (x: number, y: number, width: number) => void;
  onHover?: (x: number, y: number, width: number) => void;
  onLeave?: () => void;
}

export function Canvas({ height, label, draw, deps, onPick, onHover, onLeave }: CanvasProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || width < 20) return;
    const ratio = Math.max(devicePixelRatio || 1, 1);
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  }, [width, height, theme, ...deps]);
  const place = (event: MouseEvent): [number, number] => {
    const corner = canvas.current!.getBoundingClientRect();
    return [event.clientX - corner.left, event.clientY - corner.top];
  };
  return (
    <div ref={box} class="canvas" style={{ height: `${height}px` }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ width: `${width}px`, height: `${height}px` }}
        onClick={(event) => onPick?.(...place(event), width)}
        onMouseMove={(event) => onHover?.(...place(event), width)}
        onMouseLeave={() => onLeave?.()}
      />
    </div>
  );
}
