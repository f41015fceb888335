import { matchWildcard } from '../text/wildcard.ts'

/**
 * Settings of a repository that cannot make a query run a program, reach the network or read a file of somebody's
 * choice. Everything else counts as risky: git and programs around it learn new ones, and a list of the bad ones is
 * never whole. `section.key`, or `section.*.key` for any subsection; `section.*` for all there is in a section.
 */
const HARMLESS: Readonly<Record<string, string>> = {
  core: 'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf hidedotfiles protectntfs protecthfs trustctime checkstat quotepath compression loosecompression bigfilethreshold abbrev untrackedcache preloadindex fsync fsyncmethod fsyncobjectfiles whitespace commentchar commentstring sharedrepository warnambiguousrefs multipackindex commitgraph sparsecheckout sparsecheckoutcone longpaths fscache splitindex packedgitlimit packedgitwindowsize deltabasecachelimit disambiguate usereplacerefs notesref',
  extensions:
    'worktreeconfig objectformat compatobjectformat refstorage preciousobjects noop relativeworktrees',
  user: 'name email useconfigonly signingkey',
  author: 'name email',
  committer: 'name email',
  remote: 'pushdefault',
  'remote.*':
    'url pushurl fetch push tagopt prune prunetags skipdefaultupdate skipfetchall mirror followremotehead gh-resolved',
  branch: '*',
  url: '*',
  http: '*',
  color: '*',
  column: '*',
  advice: '*',
  pull: 'rebase ff octopus twohead',
  push: 'default autosetupremote followtags gpgsign recursesubmodules useforceifincludes negotiate pushoption',
  fetch:
    'prune prunetags all parallel output writecommitgraph negotiationalgorithm recursesubmodules showforcedupdates unpacklimit fsckobjects',
  transfer: 'fsckobjects unpacklimit hiderefs',
  receive: 'denycurrentbranch denynonfastforwards denydeletes autogc fsckobjects advertisepushoptions',
  merge:
    'conflictstyle ff log renamelimit renames renormalize stat autostash branchdesc directoryrenames suppressdest verbosity tool guitool defaulttoupstream verifysignatures',
  rebase:
    'autosquash autostash updaterefs abbreviatecommands missingcommitscheck stat forkpoint rebasemerges',
  rerere: 'enabled autoupdate',
  commit: 'gpgsign verbose cleanup status',
  tag: 'gpgsign sort forcesignannotated',
  status:
    'short branch showuntrackedfiles relativepaths showstash aheadbehind renames renamelimit displaycommentprefix',
  log: 'abbrevcommit date decorate follow graphcolors showroot initialdecorationset excludedecoration diffmerges mailmap',
  diff: 'renames renamelimit algorithm colormoved colormovedws context interhunkcontext mnemonicprefix noprefix srcprefix dstprefix indentheuristic wserrorhighlight statgraphwidth statnamewidth suppressblankempty relative dirstat autorefreshindex tool guitool',
  grep: 'linenumber column patterntype extendedregexp fullname threads fallbacktonoindex',
  blame: 'coloring showroot showemail date blankboundary markunblamablelines markignoredlines',
  stash: 'showpatch showstat showincludeuntracked',
  checkout: 'defaultremote guess workers thresholdforparallelism',
  worktree: 'guessremote userelativepaths',
  init: 'defaultbranch',
  interactive: 'singlekey',
  difftool: 'prompt',
  mergetool: 'prompt keepbackup',
  apply: 'whitespace ignorewhitespace',
  versionsort: 'suffix',
  index: 'version threads skiphash sparse recordendofindexentries recordoffsettable',
  feature: 'manyfiles experimental',
  gc: 'auto autopacklimit autodetach pruneexpire reflogexpire reflogexpireunreachable packrefs worktreepruneexpire aggressivedepth aggressivewindow bigpackthreshold writecommitgraph',
  maintenance: 'auto strategy',
  pack: 'threads window depth windowmemory packsizelimit compression indexversion usebitmaps usesparse writereverseindex writebitmaphashcache deltacachesize',
  gui: 'wmstate geometry displayuntracked',
  lfs: 'repositoryformatversion',
  'lfs.*': 'access locksverify',
  submodule: 'active fetchjobs',
  'submodule.*': 'url active branch ignore fetchrecursesubmodules',
  'gitflow.branch': '*',
  'gitflow.prefix': '*',
  'svn-remote.*': 'url fetch branches tags',
}

/** As globs in which only `*` is special: it stands for any text. */
export const HARMLESS_PATTERNS: readonly string[] = Object.entries(HARMLESS).flatMap(([section, keys]) =>
  keys.split(' ').map(key => `${section}.${key}`),
)

/** Takes a name as git writes it: section and key in lower case. */
export const isHarmlessSetting = (name: string): boolean => {
  const [section = ''] = name.split('.', 1)
  return HARMLESS_PATTERNS.some(pattern => pattern.startsWith(`${section}.`) && matchWildcard(pattern, name))
}
