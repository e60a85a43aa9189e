export function MapToolbar() {
  return null;
}
