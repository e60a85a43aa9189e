export const nothing = null;
export default null;
