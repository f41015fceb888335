import { list } from '../word-list.ts'

/** Functions that compute something from what they are given. Where one is not built in, the program is an error. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...list(
    'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper',
  ),
  ...list('gensub strftime systime mktime strtonum and or xor compl lshift rshift'),
])

/** Words of the grammar, and functions of some implementation: what they are elsewhere differs. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...list('BEGIN END if else while for do in print printf next exit delete break continue getline nextfile'),
  ...list('function func return switch case default BEGINFILE ENDFILE include load namespace eval'),
  ...list('system close fflush extension asort asorti patsplit typeof isarray mkbool intdiv intdiv0'),
  ...list(
    'bindtextdomain dcgettext dcngettext adump stopme initrand srandom toascii ord chr fsync nextrec abort',
  ),
  ...FUNCTIONS,
])

/** Variables that hold the environment or the operands, or go to the C library as a format. */
const GUARDED: ReadonlySet<string> = new Set(
  list('ENVIRON PROCINFO ARGV ARGC ARGIND SYMTAB FUNCTAB OFMT CONVFMT TEXTDOMAIN LINT BINMODE'),
)

/** Whether a name is a variable for every implementation, and one that a program may read and set. */
export const isPlainVariable = (name: string): boolean => !RESERVED.has(name) && !GUARDED.has(name)

/** `name=value` as awk takes it from `-v` or in the place of a file; gawk knows names with a namespace, too. */
const ASSIGNMENT = /^([A-Za-z_][\w:]*)=/

/** The variable that a word sets when it stands among the files; undefined when it names a file. */
export const assignedVariable = (word: string): string | undefined => ASSIGNMENT.exec(word)?.[1]
