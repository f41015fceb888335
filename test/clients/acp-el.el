;; Drives `capstan acp` with the public client library of Emacs (xenodium/acp.el, named by -L): every question is
;; answered with the option of a kind, as programs do that bind one key to each kind. Prints what was asked and told.
(require 'acp)
(require 'map)
(require 'seq)

(defvar capstan-wanted '("allow_always" "reject_once"))
(defvar capstan-told "")
(defvar capstan-client
  (acp-make-client :context-buffer (current-buffer) :command (getenv "CAPSTAN") :command-params '("acp")))

(acp-subscribe-to-notifications
 :client capstan-client
 :on-notification
 (lambda (notification)
   (let ((update (map-nested-elt notification '(params update))))
     (when (equal (map-elt update 'sessionUpdate) "agent_message_chunk")
       (setq capstan-told (concat capstan-told (map-nested-elt update '(content text))))))))

(acp-subscribe-to-requests
 :client capstan-client
 :on-request
 (lambda (request)
   (let* ((options (map-nested-elt request '(params options)))
          (content (map-nested-elt request '(params toolCall content)))
          (kind (pop capstan-wanted))
          (chosen (seq-find (lambda (each) (equal (map-elt each 'kind) kind)) options)))
     (princ (format "kinds %s\n" (mapconcat (lambda (each) (map-elt each 'kind)) options " ")))
     (princ (format "first %s\n" (and (seq-first content) (map-elt (seq-first content) 'type))))
     (acp-send-response
      :client capstan-client
      :response (acp-make-session-request-permission-response
                 :request-id (map-elt request 'id) :option-id (map-elt chosen 'optionId))))))

(acp-send-request :client capstan-client :sync t :request (acp-make-initialize-request :protocol-version 1))
(let* ((session (acp-send-request :client capstan-client :sync t
                                  :request (acp-make-session-new-request :cwd default-directory)))
       (id (map-elt session 'sessionId)))
  (dolist (text '("write one" "write two" "touch three"))
    (let ((answer (acp-send-request :client capstan-client :sync t
                                    :request (acp-make-session-prompt-request
                                              :session-id id :prompt `(((type . "text") (text . ,text)))))))
      (princ (format "stop %s\n" (map-elt answer 'stopReason))))))
(princ (format "told %s\n" capstan-told))
(acp-shutdown :client capstan-client)
