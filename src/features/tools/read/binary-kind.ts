const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive or office document'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\x7fELF', 'a program'],
  ['SQLite format 3', 'an SQLite database'],
]

/** What to tell about a file that is no text; `undefined` when it can be shown. */
export const binaryMessage = (path: string, data: Uint8Array, isText: boolean): string | undefined => {
  const start = Buffer.from(data.buffer, data.byteOffset, Math.min(16, data.byteLength)).toString('latin1')
  const kind =
    SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1] ??
    (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' ? 'a WebP image' : undefined)
  if (!kind && isText) return undefined
  return `${path} is ${kind ?? 'a binary file'} and cannot be read as text. Examine it with a program through Bash, such as \`file\` or \`xxd\`.`
}
