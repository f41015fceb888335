import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import type { ReadFlags } from './flags.ts'
import type { Program } from './program.ts'
import { list } from './word-list.ts'

const atMost =
  (count: number, why: LocalizedText) =>
  (read: ReadFlags): LocalizedText | undefined =>
    // A wildcard may stand for any number.
    read.operands.length > count || read.operands.some(word => word.glob) ? why : undefined
const isNumber = (_: string, value: string): boolean => /^[+-]?(?:\d+|0x[\da-f]+)$/i.test(value)
const noneLike =
  (form: RegExp, why: LocalizedText) =>
  (read: ReadFlags): LocalizedText | undefined =>
    read.operands.some(word => form.test(word.text)) ? why : undefined

const SUM: Program = {
  flags: { short: 'btz', long: list('binary text tag zero') },
  operands: 'paths',
  globs: true,
}
const listsOnly = (read: ReadFlags): LocalizedText | undefined => {
  if (!['l', 'v', 'Z'].some(name => read.seen.has(name))) return lookText('unzip_unpacks')
  return noneLike(/[*?[]/, lookText('archive_pattern'))(read)
}

/** A colon in the name of an archive means another machine. */
const listsArchive = (read: ReadFlags): LocalizedText | undefined => {
  if (!read.seen.has('t') && !read.seen.has('list')) return lookText('tar_more')
  return read.files.length === 1 && !read.files[0]?.includes(':') ? undefined : lookText('tar_archive')
}

const PACKED = list('.gz .z -gz _z -z .Z')
const ZIPPED = list('.zip .ZIP')
/** What does not end like this is looked for under other names too, which nobody has judged. */
const packedFiles = (read: ReadFlags): LocalizedText | undefined =>
  read.operands.every(word => word.text === '-' || (/\.(?:gz|tgz|Z)$/.test(word.text) && !word.glob))
    ? undefined
    : lookText('not_packed')

/** Programs that show files and facts about them. */
export const VIEWERS: Readonly<Record<string, Program>> = {
  nl: {
    flags: {
      short: 'p',
      shortValue: 'bdfhilnsvw',
      long: ['no-renumber'],
      longValue: list(
        'body-numbering number-format number-width number-separator starting-line-number line-increment',
      ),
    },
    operands: 'paths',
    globs: true,
  },
  tac: {
    flags: { short: 'br', shortValue: 's', long: list('before regex'), longValue: ['separator'] },
    operands: 'paths',
    globs: true,
  },
  rev: { flags: {}, operands: 'paths', globs: true },
  stat: {
    flags: {
      short: 'Lft',
      shortValue: 'c',
      long: list('dereference file-system terse'),
      longValue: list('format printf'),
    },
    operands: 'paths',
    globs: true,
  },
  file: {
    flags: {
      short: 'bikLhNnr',
      shortValue: 'F',
      long: list(
        'brief mime mime-type mime-encoding keep-going dereference no-dereference no-pad raw extension',
      ),
      longValue: ['separator'],
    },
    operands: 'paths',
    globs: true,
  },
  du: {
    flags: {
      short: 'abchklmsSx0',
      shortValue: 'dBt',
      long: list(
        'all bytes total human-readable si summarize apparent-size separate-dirs one-file-system null inodes',
      ),
      longValue: list('max-depth block-size threshold exclude'),
      longOptional: ['time'],
    },
    operands: 'paths',
    globs: true,
  },
  df: {
    flags: {
      short: 'ahHiklPT',
      shortValue: 'Btx',
      long: list('all human-readable si inodes local portability print-type total'),
      longValue: list('block-size type exclude-type'),
      longOptional: ['output'],
      attachedElsewhere: ['t'],
    },
    operands: 'paths',
  },
  tree: {
    flags: {
      short: 'adfisughpDFCnNqrtUvxQ',
      // `-Po a b` is -P with a and -o with b.
      shortSeparate: 'LIP',
      long: list('dirsfirst filesfirst noreport prune gitignore du si inodes device ignore-case matchdirs'),
      longValue: list('filelimit sort timefmt charset'),
      anyOrder: true,
    },
    operands: 'paths',
  },
  realpath: {
    flags: {
      short: 'emsqzLP',
      long: list('canonicalize-existing canonicalize-missing logical physical quiet strip no-symlinks zero'),
      longValue: list('relative-to relative-base'),
      files: list('relative-to relative-base'),
    },
    operands: 'paths',
    globs: true,
  },
  readlink: {
    flags: {
      short: 'femnqsvz',
      long: list(
        'canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero',
      ),
    },
    operands: 'paths',
    globs: true,
  },
  basename: {
    flags: { short: 'az', shortValue: 's', long: list('multiple zero'), longValue: ['suffix'] },
    operands: 'data',
  },
  dirname: { flags: { short: 'z', long: ['zero'] }, operands: 'data' },
  md5sum: SUM,
  sha1sum: SUM,
  sha224sum: SUM,
  sha256sum: SUM,
  sha384sum: SUM,
  sha512sum: SUM,
  b2sum: SUM,
  cksum: { flags: {}, operands: 'paths', globs: true },
  // The second operand is written.
  xxd: {
    flags: { short: 'abeEipu', shortValue: 'cglos', noClusters: true, optionsFirst: true, check: isNumber },
    operands: 'paths',
    refuse: atMost(1, lookText('second_file_written', { program: 'xxd' })),
  },
  od: {
    flags: {
      short: 'abcdfhiloOsvxX',
      shortValue: 'AtjN',
      shortAttached: 'w',
      longValue: list('address-radix format skip-bytes read-bytes endian'),
      long: list('output-duplicates'),
      longOptional: ['width'],
    },
    operands: 'paths',
    globs: true,
  },
  hexdump: { flags: { short: 'bcCdovx', shortValue: 'ns', check: isNumber }, operands: 'paths' },
  strings: {
    flags: {
      short: 'afow',
      shortValue: 'nte',
      long: list('all print-file-name'),
      longValue: list('bytes radix encoding'),
      count: true,
    },
    operands: 'paths',
    // `@file` brings options.
    refuse: read =>
      [...read.operands, ...read.loose].some(word => word.glob || word.text.startsWith('@'))
        ? lookText('options_file')
        : undefined,
  },
  base64: {
    // Elsewhere -i takes the name of a file, also of one letter in a cluster.
    flags: { short: 'd', shortValue: 'w', long: list('decode ignore-garbage'), longValue: ['wrap'] },
    operands: 'paths',
    refuse: atMost(1, lookText('one_file', { program: 'base64' })),
  },
  diff: {
    flags: {
      short: 'uqiwbBadcesntTypEZ',
      shortValue: 'UCWIL',
      long: list(
        'brief unified context ignore-case ignore-all-space ignore-space-change ignore-blank-lines ignore-trailing-space text side-by-side suppress-common-lines report-identical-files minimal strip-trailing-cr show-c-function normal ed rcs left-column',
      ),
      longValue: list('width label ignore-matching-lines'),
      longOptional: list('unified context color'),
      count: true,
    },
    operands: 'paths',
    filesOnly: true,
  },
  cmp: {
    flags: {
      short: 'bls',
      shortValue: 'in',
      long: list('print-bytes verbose quiet silent'),
      longValue: list('bytes ignore-initial'),
    },
    operands: 'paths',
  },
  comm: {
    flags: {
      short: '123z',
      long: list('check-order nocheck-order total zero-terminated'),
      longValue: ['output-delimiter'],
    },
    operands: 'paths',
  },
  tar: {
    flags: {
      short: 'tvzjJ',
      shortValue: 'f',
      long: list('list verbose gzip bzip2 xz'),
      longValue: ['file'],
      files: list('f file'),
      bareCluster: true,
    },
    // Names of members.
    operands: 'data',
    refuse: listsArchive,
  },
  zcat: { flags: {}, operands: 'paths', suffixes: PACKED, refuse: packedFiles },
  gzip: {
    flags: { short: 'lvq', long: list('list verbose quiet'), optionsFirst: true },
    operands: 'paths',
    suffixes: PACKED,
    refuse: read =>
      read.seen.has('l') || read.seen.has('list') ? packedFiles(read) : lookText('gzip_packs'),
  },
  unzip: {
    flags: { short: 'lvqZ1', optionsFirst: true },
    operands: 'paths',
    suffixes: ZIPPED,
    refuse: listsOnly,
  },
  zipinfo: {
    flags: { short: '12hlmsvtTzC', optionsFirst: true },
    operands: 'paths',
    suffixes: ZIPPED,
    refuse: noneLike(/[*?[]/, lookText('archive_pattern')),
  },
}
