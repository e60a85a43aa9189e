const unused = (): never => {
  throw new Error('left out of the build');
};
export {
  unused as booleanWithin,
  unused as difference,
  unused as intersect,
  unused as kinks,
  unused as lineIntersect,
  unused as union,
};
