/** Ways to agents, buses, displays, daemons and to the windows of an editor: useless inside, and none of its business. */
const OUTSIDE =
  /^(?:SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS|CONNECTION|CLIENT|TTY)|GPG_(?:AGENT_INFO|TTY)|DBUS_\w+|DISPLAY|WAYLAND_\w+|XAUTHORITY|XDG_RUNTIME_DIR|ICEAUTHORITY|SESSION_MANAGER|DOCKER_\w+|CONTAINER_HOST|PODMAN_\w+|GNOME_KEYRING_\w+|KDE_\w+|TMUX|TMUX_PANE|STY|VSCODE_\w+|CURSOR_\w+|GIT_ASKPASS|SUDO_ASKPASS|PULSE_SERVER|PIPEWIRE_\w+|LISTEN_\w+|WSL_INTEROP|NOTIFY_SOCKET|KRB5CCNAME)$/
const PROXY = /^(?:https?|all|no|ftp)_proxy$/i

/** The environment of a sandboxed command. Proxies of the outside cannot be reached; the bridge sets its own. */
export const scrubEnvironment = (
  env: Readonly<Record<string, string>>,
  tmp: string,
): Record<string, string> => {
  const kept = Object.entries(env).filter(([name]) => !OUTSIDE.test(name) && !PROXY.test(name))
  return { ...Object.fromEntries(kept), TMPDIR: tmp, TMP: tmp, TEMP: tmp, CAPSTAN_SANDBOX: '1' }
}

/** Where programs inside look for the proxy, and the hosts they reach without it. */
export const proxyVariables = (proxy: {
  readonly address: string
  readonly direct: string
}): Record<string, string> => ({
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap(name => [
      [name, proxy.address],
      [name.toLowerCase(), proxy.address],
    ]),
  ),
  NO_PROXY: proxy.direct,
  no_proxy: proxy.direct,
  // Without it the fetch of Node knows no proxy.
  NODE_USE_ENV_PROXY: '1',
})

/** Servers inside are reached directly, unless the person named this machine's own loopback. */
export const directHosts = (open: readonly string[]): string =>
  ['localhost', '127.0.0.1', '::1']
    .filter(host => !open.includes(host) && !open.includes(`[${host}]`))
    .join(',')
