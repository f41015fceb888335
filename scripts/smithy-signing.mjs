// Stands in for `@smithy/core` in the bundle: of that, signing and headers need no more than this. The whole is most of a
// client, and looks for the browser's kind of crypto when it is loaded, which loads yet more of the runtime.
export { escapeUri } from '../node_modules/@smithy/core/dist-es/submodules/protocols/util-uri-escape/escape-uri.js'
export { isArrayBuffer } from '../node_modules/@smithy/core/dist-es/submodules/serde/is-array-buffer/is-array-buffer.js'
export {
  fromHex,
  toHex,
} from '../node_modules/@smithy/core/dist-es/submodules/serde/util-hex-encoding/hex-encoding.js'
export { fromUtf8 } from '../node_modules/@smithy/core/dist-es/submodules/serde/util-utf8/fromUtf8.js'
export { toUint8Array } from '../node_modules/@smithy/core/dist-es/submodules/serde/util-utf8/toUint8Array.js'
export { writeKey } from '../node_modules/@smithy/core/dist-es/submodules/serde/writeKey.js'
export { hasOwn } from '../node_modules/@smithy/core/dist-es/submodules/transport/hasOwn.js'
export { HttpRequest } from '../node_modules/@smithy/core/dist-es/submodules/transport/httpRequest.js'
export { normalizeProvider } from '../node_modules/@smithy/core/dist-es/submodules/transport/normalizeProvider.js'
