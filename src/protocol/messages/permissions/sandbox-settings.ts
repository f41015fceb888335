import { area } from '../area.ts'

/** Settings of the sandbox that do nothing here, and servers that cannot start in it. */
export const sandboxSettingText = area('sandbox_settings', {
  tries_untrusted: {
    en: 'tryFirst: commands aren’t tried on a copy in a folder you don’t trust ({command}).',
    zh: 'tryFirst：未信任的文件夹中不会先在副本中试运行命令（{command}）。',
  },
  strict_allowlist: {
    en: 'sandbox.network.strictAllowlist has no effect: allowManagedDomainsOnly leaves hosts to the administrator, so other domains are blocked without asking',
    zh: 'sandbox.network.strictAllowlist 不起作用：allowManagedDomainsOnly 规定主机由管理员决定，其他域名直接拒绝，不会询问',
  },
  masked_files: {
    en: 'sandbox.credentials.files: "mask" works like "deny" on macOS: commands cannot read these files at all',
    zh: 'sandbox.credentials.files："mask" 在 macOS 上等同于 "deny"：命令完全无法读取这些文件',
  },
  only_macos: {
    en: 'sandbox.{key} has no effect: it is only for macOS',
    zh: 'sandbox.{key} 不起作用：仅用于 macOS',
  },
  local_binding: {
    en: 'sandbox.network.allowLocalBinding has no effect: on Linux commands can always listen, on a loopback of their own',
    zh: 'sandbox.network.allowLocalBinding 不起作用：在 Linux 上命令总可以监听自己的本机端口',
  },
  proxy_ports: {
    en: 'sandbox.network.httpProxyPort and socksProxyPort have no effect while deniedDomains is set: only the proxy of Capstan knows that list',
    zh: '设置了 deniedDomains 时 sandbox.network.httpProxyPort 和 socksProxyPort 不起作用：只有 Capstan 的代理认识该列表',
  },
  own_proxy: {
    en: 'sandbox.network.allowedDomains has no effect: your own proxy decides which domains are reached',
    zh: 'sandbox.network.allowedDomains 不起作用：由你自己的代理决定可访问的域名',
  },
  auto_allow: {
    en: 'sandbox.autoAllowBashIfSandboxed has no effect while sandbox.filesystem.disabled is true: such commands could write anywhere',
    zh: 'sandbox.filesystem.disabled 为 true 时 sandbox.autoAllowBashIfSandboxed 不起作用：这样的命令可以写入任何位置',
  },
  auto_allow_events: {
    en: 'sandbox.autoAllowBashIfSandboxed has no effect while sandbox.allowAppleEvents is true: such commands could have other programs do anything',
    zh: 'sandbox.allowAppleEvents 为 true 时 sandbox.autoAllowBashIfSandboxed 不起作用：这样的命令可以让其他程序做任何事',
  },
  server_temporary: {
    en: 'it says "sandbox": true, and the sandbox has a temporary directory of its own, without {path}. Move it to a directory that the sandbox can read, the project for example, or remove "sandbox" from this server',
    zh: '配置了 "sandbox": true，但沙箱有自己的临时目录，其中没有 {path}。请把它移到沙箱可读的目录，或从该服务器的配置中删除 "sandbox"',
  },
  server_hidden: {
    en: 'it says "sandbox": true, and {path} is hidden in the sandbox. Move it to a directory that the sandbox can read, the project for example, or remove "sandbox" from this server',
    zh: '配置了 "sandbox": true，但 {path} 在沙箱中不可见。请把它移到沙箱可读的目录，或从该服务器的配置中删除 "sandbox"',
  },
})
