import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('fileKind', {
  archive: { en: 'a ZIP archive or office document', zh: 'ZIP 压缩包或办公文档' },
  gzip: { en: 'a gzip archive', zh: 'gzip 压缩包' },
  program: { en: 'a program', zh: '可执行程序' },
  database: { en: 'an SQLite database', zh: 'SQLite 数据库' },
})

/** What the first bytes say a file is; names may lie. */
export type FileKind =
  | { readonly kind: 'image'; readonly mediaType: ImageType }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'binary'; readonly what: Text }

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp'

/** Said when it is found: no text is read for the table alone. */
const binary = (row: keyof typeof says.rows): FileKind => ({
  kind: 'binary',
  get what() {
    return says(row)
  },
})
const image = (mediaType: ImageType): FileKind => ({ kind: 'image', mediaType })

/** Each: where which bytes must stand. */
const SIGNATURES: readonly (readonly [readonly (readonly [number, string])[], FileKind])[] = [
  [[[0, '\x89PNG\r\n']], image('image/png')],
  [[[0, '\xff\xd8\xff']], image('image/jpeg')],
  [[[0, 'GIF87a']], image('image/gif')],
  [[[0, 'GIF89a']], image('image/gif')],
  [
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
    image('image/webp'),
  ],
  // The four reserved bytes are zero; without them any text that begins with BM would match.
  [
    [
      [0, 'BM'],
      [6, '\0\0\0\0'],
    ],
    image('image/bmp'),
  ],
  [[[0, '%PDF-']], { kind: 'pdf' }],
  [[[0, 'PK\x03\x04']], binary('archive')],
  [[[0, '\x1f\x8b']], binary('gzip')],
  [[[0, '\x7fELF']], binary('program')],
  [[[0, 'SQLite format 3']], binary('database')],
]

/** `undefined`: no known signature, so it may be text. */
export const fileKind = (data: Uint8Array): FileKind | undefined => {
  const start = Buffer.from(data.buffer, data.byteOffset, Math.min(16, data.byteLength)).toString('latin1')
  return SIGNATURES.find(([pieces]) => pieces.every(([at, bytes]) => start.startsWith(bytes, at)))?.[1]
}
