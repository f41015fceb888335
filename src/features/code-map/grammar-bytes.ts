import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from './languages.ts'

/**
 * The parser or one grammar, as WebAssembly. In a bundle they are inside, packed: the build puts another module in the
 * place of this one (scripts/lean-libraries.mjs).
 */
export const grammarBytes = async (name: Language | 'parser'): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(fileOf(name)))))

const fileOf = (name: Language | 'parser'): string =>
  name === 'parser'
    ? 'web-tree-sitter/web-tree-sitter.wasm'
    : `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`
