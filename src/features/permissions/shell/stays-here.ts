import type { ShellReader, SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName, seeThrough } from '../../../lib/shell/unwrap.ts'
import { list } from './word-list.ts'

/** They reach other machines, or what of this one is no file: a copy would show nothing of what they do. */
const LEAVES = new Set(
  list(
    'curl wget http https xh xhs aria2c lynx w3m links elinks nc ncat netcat socat telnet ftp sftp scp ssh rsync rclone mosh ' +
      'gh glab hub dig nslookup host whois ping traceroute nmap mail mailx sendmail mutt msmtp swaks aws gcloud gsutil az ' +
      'kubectl helm terraform tofu pulumi ansible ansible-playbook vault heroku flyctl fly vercel netlify wrangler ' +
      'docker podman nerdctl buildah skopeo docker-compose vagrant virsh lxc ' +
      'sudo doas su pkexec systemctl service launchctl initctl rc-service shutdown reboot halt poweroff init telinit ' +
      'kill pkill killall crontab at batch mount umount modprobe insmod rmmod sysctl iptables nft ip ifconfig route ' +
      'apt apt-get aptitude dpkg dnf yum zypper pacman apk brew port snap flatpak useradd userdel usermod groupadd passwd ' +
      'chpasswd visudo dd mkfs fdisk parted losetup cryptsetup psql mysql mysqldump mongo mongosh redis-cli sqlcmd ' +
      'npx bunx pnpx corepack open xdg-open osascript code tmux screen emacs vim vi nano less more top htop',
  ),
)

/** Words of programs with which they reach another machine. */
const REACHING: Readonly<Record<string, RegExp>> = {
  git: /^(?:push|pull|fetch|clone|ls-remote|submodule|remote|send-email|lfs|svn|p4|request-pull|archive)$/,
  hg: /^(?:push|pull|clone|incoming|outgoing)$/,
  svn: /^(?:commit|ci|checkout|co|update|up|copy|delete|import|lock|mkdir|move)$/,
  npm: /^(?:i|in|install|ci|add|update|up|upgrade|publish|unpublish|deprecate|dist-tag|access|owner|login|logout|adduser|audit|outdated|view|info|search|exec|x|init|create|install-test|it|cit|token|team|org|star|ping|whoami)$/,
  pnpm: /^(?:i|install|add|update|up|upgrade|publish|dlx|create|audit|outdated|login|fetch|import|deploy)$/,
  yarn: /^(?:install|add|up|upgrade|publish|dlx|create|audit|outdated|login|npm|set|plugin)$/,
  bun: /^(?:i|install|add|update|publish|create|x|outdated|upgrade|pm)$/,
  pip: /^(?:install|download|wheel|search|index)$/,
  pip3: /^(?:install|download|wheel|search|index)$/,
  pipx: /^(?:install|run|upgrade|inject)$/,
  uv: /^(?:add|sync|lock|tool|pip|publish|python|run)$/,
  poetry: /^(?:add|install|update|lock|publish|search)$/,
  pipenv: /^(?:install|update|sync|lock)$/,
  conda: /^(?:install|create|update|search)$/,
  cargo: /^(?:publish|install|add|update|fetch|login|search|yank|owner|generate-lockfile)$/,
  go: /^(?:get|install|mod)$/,
  gem: /^(?:install|push|update|fetch|yank|owner|search)$/,
  bundle: /^(?:install|update|add|outdated|lock)$/,
  composer: /^(?:install|update|require|create-project|outdated|show)$/,
  dotnet: /^(?:restore|add|nuget|tool|workload)$/,
  mix: /^(?:deps\.get|deps\.update|hex\.publish|local\.hex)$/,
  mvn: /^(?:deploy|release:.*)$/,
  gradle: /^(?:publish.*)$/,
}

/**
 * Whether a line is one whose effect a copy of the files can show: nothing in it is known to reach another machine or to
 * change what is no file. What cannot be read is not. It grants nothing: the copy has no network either way.
 */
export const staysHere = (text: string, read: ShellReader): boolean => {
  const line = read(text)
  return (
    line.ok &&
    line.commands.length > 0 &&
    line.commands.every(command => !command.place.background && !seeThrough(command, read).some(leaves))
  )
}

const leaves = (command: SimpleCommand): boolean => {
  const words = command.words.map(({ text }) => text)
  const name = baseName(words[0] ?? '')
  if (LEAVES.has(name)) return true
  if (
    words
      .slice(1)
      .some(word => /^[a-z][a-z\d+.-]*:\/\/|^git@|^[\w.-]+@[\w.-]+:/i.test(word) && !/^file:/i.test(word))
  )
    return true
  const reaching = REACHING[name]
  if (reaching === undefined) return false
  const rest = words.slice(1).filter(word => !word.startsWith('-'))
  // Without a word of its own a package manager installs.
  return rest.length === 0
    ? /^(?:yarn|pnpm|bundle|composer)$/.test(name)
    : rest.slice(0, 2).some(word => reaching.test(word))
}
