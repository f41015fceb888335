/** As react.ts. */
export { render } from 'ink'
