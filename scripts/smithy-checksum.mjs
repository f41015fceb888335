// Stands in for `@smithy/core/checksum` in the bundle, for framing alone: it loads the runtime's compression.
export { Crc32Node as Crc32 } from '../node_modules/@smithy/core/dist-es/submodules/checksum/crc32/Crc32Node.js'
