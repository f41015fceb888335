/** Ways to agents, buses, displays, daemons and to the windows of an editor: useless inside, and none of its business. */
const OUTSIDE =
  /^(?:SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS|CONNECTION|CLIENT|TTY)|GPG_(?:AGENT_INFO|TTY)|DBUS_\w+|DISPLAY|WAYLAND_\w+|XAUTHORITY|XDG_RUNTIME_DIR|ICEAUTHORITY|SESSION_MANAGER|DOCKER_\w+|CONTAINER_HOST|PODMAN_\w+|GNOME_KEYRING_\w+|KDE_\w+|TMUX|TMUX_PANE|STY|VSCODE_\w+|CURSOR_\w+|GIT_ASKPASS|SUDO_ASKPASS|PULSE_SERVER|PIPEWIRE_\w+|LISTEN_\w+|WSL_INTEROP|NOTIFY_SOCKET|KRB5CCNAME)$/
const PROXY = /^(?:https?|all|no|ftp)_proxy$/i

export interface ScrubOptions {
  /** The directory for temporary files; as outside when absent. */
  readonly tmp?: string
  /** Names that do not come along, whatever they hold. */
  readonly secret?: readonly string[]
  /** Names of ways out that stay, because what they lead to was allowed. */
  readonly open?: readonly string[]
}

/** The environment of a sandboxed command. Proxies of the outside cannot be reached; the bridge sets its own. */
export const scrubEnvironment = (
  env: Readonly<Record<string, string>>,
  { tmp, secret = [], open = [] }: ScrubOptions,
): Record<string, string> => {
  const kept = Object.entries(env).filter(
    ([name]) => !secret.includes(name) && !PROXY.test(name) && (!OUTSIDE.test(name) || open.includes(name)),
  )
  const own = tmp === undefined ? {} : { TMPDIR: tmp, TMP: tmp, TEMP: tmp }
  return { ...Object.fromEntries(kept), ...own, CAPSTAN_SANDBOX: '1' }
}

/** Where programs inside look for the proxies, and the hosts they reach without them. */
export const proxyVariables = (proxy: {
  readonly http?: string
  readonly socks?: string
  readonly direct: string
}): Record<string, string> => {
  const both = (name: string, address: string | undefined): Record<string, string> =>
    address === undefined ? {} : { [name]: address, [name.toLowerCase()]: address }
  return {
    ...both('HTTP_PROXY', proxy.http),
    ...both('HTTPS_PROXY', proxy.http),
    ...both('ALL_PROXY', proxy.socks ?? proxy.http),
    ...both('NO_PROXY', proxy.direct),
    // Without it the fetch of Node knows no proxy.
    NODE_USE_ENV_PROXY: '1',
  }
}

/** Servers inside are reached directly, unless the person named this machine's own loopback. */
export const directHosts = (open: readonly string[]): string =>
  ['localhost', '127.0.0.1', '::1']
    .filter(host => !open.includes(host) && !open.includes(`[${host}]`))
    .join(',')
