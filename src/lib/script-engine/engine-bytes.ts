import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The interpreter, as WebAssembly. In a bundle it is inside: the build puts another module in the place of this one. */
export const engineBytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm'))))
