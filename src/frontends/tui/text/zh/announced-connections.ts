/** What stands between the program and a model server: certificates, proxies, gateways. */
export const ANNOUNCED_CONNECTIONS_ZH: Readonly<Record<string, string>> = {
  "Telemetry couldn't be exported: {}": '无法导出遥测数据：{1}',
  "Telemetry couldn't be recorded: {}": '无法记录遥测数据：{1}',
  "Prometheus metrics aren't available: {}": '无法提供 Prometheus 指标：{1}',
  'the connection failed: {}': '连接失败：{1}',
  "{}: {} isn't supported; use {}.": '{1}：不支持 {2}；请使用 {3}。',
  "OTEL_EXPORTER_OTLP_ENDPOINT isn't an http or https URL: {}":
    'OTEL_EXPORTER_OTLP_ENDPOINT 不是 http 或 https 地址：{1}',
  'OTEL_LOG_RAW_API_BODIES needs an absolute directory behind "file:", not {}':
    'OTEL_LOG_RAW_API_BODIES 的 "file:" 后面必须是绝对路径的目录，而不是 {1}',
  'otelHeadersHelper must print a JSON object of headers. Telemetry is sent without new ones.':
    'otelHeadersHelper 必须输出由请求头组成的 JSON 对象。遥测数据将不带新的请求头发送。',
  "Can't connect to the model server; check that it is running and that the base URL is right ({}).":
    '无法连接模型服务；请检查它是否在运行、地址是否正确（{1}）。',
  '{} has not answered for {}. Waiting up to {}.': '{1} 已有 {2} 没有响应。最多等待 {3}。',
  '{} has sent nothing but signs of life for {}. Waiting up to {}.':
    '{1} 已有 {2} 只发送保活信号，没有内容。最多等待 {3}。',
  'No TLS connection to {} could be made ({}). Check the base URL: is it http instead of https, or another port?':
    '无法与 {1} 建立 TLS 连接（{2}）。请检查地址：是否应为 http 而不是 https，或端口不对？',
  "{} answered with something that isn't HTTP ({}). Check the base URL and the proxy.":
    '{1} 返回的内容不是 HTTP（{2}）。请检查地址和代理。',
  "The certificate of {} is signed by an authority this machine doesn't know. If your company inspects traffic, set NODE_EXTRA_CA_CERTS to the file with its CA certificate.":
    '{1} 的证书由本机不认识的机构签发。如果公司会检查流量，请将 NODE_EXTRA_CA_CERTS 设为其 CA 证书文件。',
  "The certificate of {} has expired. Check this machine's clock; otherwise it has to be renewed on the server.":
    '{1} 的证书已过期。请检查本机时钟；否则需要在服务器上更新证书。',
  "The certificate of {} isn't valid yet. Check this machine's clock.":
    '{1} 的证书尚未生效。请检查本机时钟。',
  'The certificate of {} is for another host name ({}). Check the base URL.':
    '{1} 的证书属于其他主机名（{2}）。请检查 base URL。',
  'The certificate of {} is for another host name. Check the base URL.':
    '{1} 的证书属于其他主机名。请检查 base URL。',
  "{} didn't accept our certificate, or wants one ({}). Check CAPSTAN_CLIENT_CERT and CAPSTAN_CLIENT_KEY.":
    '{1} 不接受客户端证书，或要求提供（{2}）。请检查 CAPSTAN_CLIENT_CERT 和 CAPSTAN_CLIENT_KEY。',
  'The certificate of {} was not accepted ({}). If your company inspects traffic, set NODE_EXTRA_CA_CERTS to the file with its CA certificate.':
    '{1} 的证书不被接受（{2}）。如果公司会检查流量，请将 NODE_EXTRA_CA_CERTS 设为其 CA 证书文件。',
  "Can't connect to the proxy {} ({}). Check HTTP_PROXY and HTTPS_PROXY, or name the model server's host in NO_PROXY.":
    '无法连接代理 {1}（{2}）。请检查 HTTP_PROXY 和 HTTPS_PROXY，或将模型服务的主机加入 NO_PROXY。',
  'The proxy {} refused the connection to the model server (status {}). Check HTTPS_PROXY and NO_PROXY.':
    '代理 {1} 拒绝连接模型服务（状态 {2}）。请检查 HTTPS_PROXY 和 NO_PROXY。',
  'The proxy {} wants a user name and password (status 407). Put them into HTTPS_PROXY or HTTP_PROXY: {}':
    '代理 {1} 需要用户名和密码（状态 407）。请写入 HTTPS_PROXY 或 HTTP_PROXY：{2}',
  "The proxy {} didn't accept the user name and password in HTTPS_PROXY or HTTP_PROXY (status 407).":
    '代理 {1} 不接受 HTTPS_PROXY 或 HTTP_PROXY 中的用户名和密码（状态 407）。',
  "The proxy {} didn't answer within {} s. Check HTTPS_PROXY and NO_PROXY.":
    '代理 {1} 在 {2} 秒内没有应答。请检查 HTTPS_PROXY 和 NO_PROXY。',
  'The header {} of the provider {} needs {}. Set it in the environment.':
    '提供商 {2} 的请求头 {1} 需要 {3}。请在环境变量中设置。',
}
