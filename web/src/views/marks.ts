// The marks of trials on a canvas: the same shapes in all charts, so that colour alone says nothing.
type Context = CanvasRenderingContext2D;

export function disc(context: Context, x: number, y: number, size: number, fill: string) {
  context.fillStyle = fill;
  context.beginPath();
  context.arc(x, y, size, 0, 2 * Math.PI);
  context.fill();
}

export function triangle(context: Context, x: number, y: number, size: number, fill: string, up: boolean) {
  const way = up ? -1 : 1;
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(x, y + way * size);
  context.lineTo(x + size, y - way * size * 0.8);
  context.lineTo(x - size, y - way * size * 0.8);
  context.fill();
}

export function cross(context: Context, x: number, y: number, size: number, stroke: string) {
  context.strokeStyle = stroke;
  context.lineWidth = 0.6 * size;
  context.beginPath();
  context.moveTo(x - size, y - size);
  context.lineTo(x + size, y + size);
  context.moveTo(x - size, y + size);
  context.lineTo(x + size, y - size);
  context.stroke();
}
