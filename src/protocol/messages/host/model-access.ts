import { area } from '../area.ts'

/** Certificates, proxies and where a refused key came from: loaded when a request failed. */
export const accessText = area('model-access', {
  key_again: {
    en: '{title}: using {key} again.',
    zh: '{title}：重新使用 {key}。',
  },
  next_key: {
    en: '{title}: {from} is at its limit until {time}. Using {to}.',
    zh: '{title}：{from} 已达上限，{time} 恢复。改用 {to}。',
  },
  unknown_authority: {
    en: "The certificate of {where} is signed by an authority this machine doesn't know. If your company inspects traffic, set NODE_EXTRA_CA_CERTS to the file with its CA certificate.",
    zh: '{where} 的证书由本机不认识的机构签发。如果公司会检查流量，请将 NODE_EXTRA_CA_CERTS 设为其 CA 证书文件。',
  },
  certificate_expired: {
    en: "The certificate of {where} has expired. Check this machine's clock; otherwise it has to be renewed on the server.",
    zh: '{where} 的证书已过期。请检查本机时钟；否则需要在服务器上更新证书。',
  },
  certificate_not_yet_valid: {
    en: "The certificate of {where} isn't valid yet. Check this machine's clock.",
    zh: '{where} 的证书尚未生效。请检查本机时钟。',
  },
  other_host_names: {
    en: 'The certificate of {where} is for another host name ({names}). Check the base URL.',
    zh: '{where} 的证书属于其他主机名（{names}）。请检查地址。',
  },
  other_host_name: {
    en: 'The certificate of {where} is for another host name. Check the base URL.',
    zh: '{where} 的证书属于其他主机名。请检查地址。',
  },
  client_certificate: {
    en: "{where} didn't accept our certificate, or wants one ({code}). Check CAPSTAN_CLIENT_CERT and CAPSTAN_CLIENT_KEY.",
    zh: '{where} 不接受客户端证书，或要求提供（{code}）。请检查 CAPSTAN_CLIENT_CERT 和 CAPSTAN_CLIENT_KEY。',
  },
  certificate_refused: {
    en: 'The certificate of {where} was not accepted ({code}). If your company inspects traffic, set NODE_EXTRA_CA_CERTS to the file with its CA certificate.',
    zh: '{where} 的证书不被接受（{code}）。如果公司会检查流量，请将 NODE_EXTRA_CA_CERTS 设为其 CA 证书文件。',
  },
  no_tls: {
    en: 'No TLS connection to {where} could be made ({code}). Check the base URL: is it http instead of https, or another port?',
    zh: '无法与 {where} 建立 TLS 连接（{code}）。请检查地址：是否应为 http 而不是 https，或端口不对？',
  },
  not_http: {
    en: "{where} answered with something that isn't HTTP ({code}). Check the base URL and the proxy.",
    zh: '{where} 返回的内容不是 HTTP（{code}）。请检查地址和代理。',
  },
  bad_proxy: {
    en: "The proxy address for {protocol}// targets isn't an http or https URL. Check HTTP_PROXY and HTTPS_PROXY.",
    zh: '{protocol}// 的代理地址不是 http 或 https。请检查 HTTP_PROXY 和 HTTPS_PROXY。',
  },
  proxy_unreachable: {
    en: "Can't connect to the proxy {proxy} ({reason}). Check HTTP_PROXY and HTTPS_PROXY, or name the model server's host in NO_PROXY.",
    zh: '无法连接代理 {proxy}（{reason}）。请检查 HTTP_PROXY 和 HTTPS_PROXY，或将模型服务的主机加入 NO_PROXY。',
  },
  proxy_refused: {
    en: 'The proxy {proxy} refused the connection to the model server (status {status:number}). Check HTTPS_PROXY and NO_PROXY.',
    zh: '代理 {proxy} 拒绝连接模型服务（状态 {status}）。请检查 HTTPS_PROXY 和 NO_PROXY。',
  },
  proxy_wants_password: {
    en: 'The proxy {proxy} wants a user name and password (status 407). Put them into HTTPS_PROXY or HTTP_PROXY: http://user:password@{proxy}',
    zh: '代理 {proxy} 需要用户名和密码（状态 407）。请写入 HTTPS_PROXY 或 HTTP_PROXY：http://user:password@{proxy}',
  },
  proxy_password_refused: {
    en: "The proxy {proxy} didn't accept the user name and password in HTTPS_PROXY or HTTP_PROXY (status 407).",
    zh: '代理 {proxy} 不接受 HTTPS_PROXY 或 HTTP_PROXY 中的用户名和密码（状态 407）。',
  },
  proxy_timed_out: {
    en: "The proxy {proxy} didn't answer within {seconds:number} s. Check HTTPS_PROXY and NO_PROXY.",
    zh: '代理 {proxy} 在 {seconds} 秒内没有应答。请检查 HTTPS_PROXY 和 NO_PROXY。',
  },
  no_key_sent: { en: 'No key was sent. Use {login}.', zh: '没有发送密钥。请使用 {login}。' },
  no_key_sent_variable: {
    en: 'No key was sent. Set {variable}, or use {login}.',
    zh: '没有发送密钥。请设置 {variable}，或使用 {login}。',
  },
  key_of_helper: {
    en: 'The key came from the command in the apiKeyHelper setting: run that command to see what it prints.',
    zh: '密钥来自设置 apiKeyHelper 中的命令：请运行它查看输出。',
  },
  key_in_file: {
    en: 'The key is the one saved in credentials.json of your Capstan directory. Replace it with {login}.',
    zh: '密钥保存在 Capstan 目录的 credentials.json 中。可用 {login} 更换。',
  },
  key_in_keychain: {
    en: 'The key is the one saved in your keychain. Replace it with {login}.',
    zh: '密钥保存在系统钥匙串中。可用 {login} 更换。',
  },
  token_of_sign_in: {
    en: 'The token came from your sign-in to {provider}. Sign in again with {login}.',
    zh: '令牌来自你对 {provider} 的登录。请用 {login} 重新登录。',
  },
  token_of_cloud: {
    en: "It came from your {source}. Renew it with the cloud's own tool, and check that the account may use this model.",
    zh: '它来自你的 {source}。请用该云的工具更新，并确认账户可以使用此模型。',
  },
  key_in_environment: {
    en: 'The key came from {variable} in the environment. Set it to a valid key and restart Capstan, or unset it and use {login}.',
    zh: '密钥来自环境变量 {variable}。请设为有效密钥并重启 Capstan，或取消设置后使用 {login}。',
  },
})
