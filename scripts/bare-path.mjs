// A directory of links to what the bare machine has, and nothing else: Node, npm, git, a shell and the small tools that
// come with every Unix. Prints its path, to be used as the whole PATH: PATH=$(node scripts/bare-path.mjs) npm test
import { accessSync, constants, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const PROGRAMS = `
  node npm npx git sh bash
  [ arch b2sum base32 base64 basename basenc cat chgrp chmod chown cksum comm cp csplit cut date dd df dir dirname du echo
  env expand expr factor false fmt fold groups head hostid id install join link ln logname ls md5sum mkdir mkfifo mknod
  mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv printf ptx pwd readlink realpath rm rmdir seq
  sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test
  timeout touch tr true truncate tsort tty uname unexpand uniq unlink users vdir wc who whoami yes
  awk mawk sed grep egrep fgrep find xargs diff cmp tar gzip gunzip zcat hostname
  flock getopt setpriv setsid unshare
`

/** Where the shell would find it; undefined where there is none. */
const find = name => {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    // What npm puts before the machine's own programs is not the machine's.
    if (!directory.startsWith('/') || directory.includes('node_modules')) continue
    try {
      const path = join(directory, name)
      accessSync(path, constants.X_OK)
      return realpathSync(path)
    } catch {
      // Not in this one.
    }
  }
  return undefined
}

const bare = mkdtempSync(join(tmpdir(), 'capstan-bare-'))
for (const name of PROGRAMS.split(/\s+/).filter(name => name !== '')) {
  const target = find(name)
  if (target !== undefined) symlinkSync(target, join(bare, name))
}
console.log(bare)
