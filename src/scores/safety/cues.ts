// Signs that a text speaks to a model in order to steer it. None of them is a finding by itself: descriptions address
// models all day. All patterns read text as `plainText` leaves it, and are bounded, so that no text takes long.

/**
 * What a text must hold for a pattern to be worth trying. Most texts hold none of these, and looking for a word takes far less
 * time than looking for a sentence.
 */
export const HINTS = {
  conceal:
    /user|human|customer|operator|person|anyone|anybody|anything to them|that (?:you|it|this|the)|usu[aá]rio|utilisateur|nutzer|anwender|用户|ユーザ|пользов|사용자|instruction|directive|side ?note|secretly|covertly|quietly|silently/,
  private:
    /key|environment|env |credential|password|passwd|shadow|token|cookie|seed phrase|conversation|chat|message|transcript|context|prompt|instructions|tool|user's|confidential|sensitive|restricted|secret|\.ssh|id_|\.aws|\.cursor|claude_desktop|mcp|\.netrc|\.git-|\.kube|\.docker|\.gnupg|_history|\.npmrc|\.pypirc|wallet|\.env/,
  address: /https?:|wss?:|@|\+\d|\d{6}/,
  override: /ignor|disregard|forget|overrid|bypass|discard|忽略|无视|忘|無視|игнор|забудь/,
  marks: /<\||\[\/?inst\]|<<\/?sys|<\/?system/,
  authority:
    /anthropic|openai|google|microsoft|cursor|github|the (?:system|host|platform|client|security|compliance|legal)|administrator|your (?:dev|creator|operator|owner)|i am |user has/,
  others: /other|another|\bany server|all server|every server|regardless/,
} as const;

const NOT = "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without|avoid|refrain from|not to)";
const TELL =
  "(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|notify|notifying|alert|alerting|warn|warning|show|showing|let|explain|explaining)";
const READER = "(?:user|human|customer|operator|person|anyone|anybody|anything to them)s?";

/** That the user is not to know. The languages are those in which such texts have been seen. */
export const CONCEAL = new RegExp(
  [
    `\\b${NOT} (?:[a-z]+ ){0,3}?${TELL}\\b.{0,40}?\\b${READER}\\b`,
    `\\b${NOT} (?:mention|say|disclose|reveal|admit|acknowledge) that (?:you|it|this|the (?:model|assistant))(?:'re|'ve| are| have| is| has| were| did| read| accessed)\\b`,
    `\\b(?:hide|conceal|keep)\\b.{0,40}?\\bfrom (?:the |\\bany )?${READER}\\b`,
    "\\b(?:no need to|not (?:an action|something|a step|a detail) that (?:needs|has) to be|need not be|does not need to be) (?:discuss|discussed|mention|mentioned|tell|told|inform|report|reported)\\b.{0,20}?\\b(?:user|human)s?\\b",
    "\\bwithout (?:the |\\bany )?(?:user|human)(?:'s)? (?:knowledge|knowing|noticing|seeing|consent|awareness)\\b",
    "\\b(?:so|such that) (?:that )?the (?:user|human) (?:does not|doesn't|won't|will not|cannot|can't|never) (?:notice|see|know|suspect|learn|find out)",
    "\\bno (?:le |se lo )?(?:digas|menciones|informes|reveles|avises)\\b.{0,40}?\\busuario",
    "\\bnão (?:diga|mencione|informe|revele|avise)\\b.{0,40}?\\busuário",
    "\\bne (?:le |lui )?(?:dis|dites|mentionne|mentionnez|révèle|révélez|informe|informez)\\b.{0,40}?\\butilisateur",
    "\\b(?:nutzer|benutzer|anwender)s?\\b.{0,30}?\\bnicht(?:s)?\\b.{0,20}?\\b(?:sagen|erwähnen|mitteilen|verraten|informieren)",
    "\\b(?:erwähne|sage|verrate)\\b.{0,40}?\\b(?:nutzer|benutzer|anwender)\\b.{0,20}?\\bnicht",
    "(?:不要|不得|请勿|切勿|别)(?:向用户|告诉用户|告知用户|让用户|通知用户|对用户)",
    "(?:不要|不得|请勿|切勿)(?:告诉|告知|提及|透露|通知).{0,12}用户",
    "ユーザー(?:に|には).{0,14}(?:言わない|伝えない|知らせない|教えない|明かさない)",
    "не (?:говори|говорите|сообщай|сообщайте|упоминай|рассказывай)[^.]{0,40}пользовател",
    "사용자에게.{0,16}(?:말하지|알리지|언급하지)",
  ].join("|"),
  "u",
);

/** Hiding the instruction itself, or what is done because of it: for that there is no innocent reason. */
export const CONCEAL_ITSELF = new RegExp(
  [
    `\\b(?:do not|don't|never|must not|should not|without|avoid) (?:[a-z]+ ){0,2}?(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|notify|notifying|alert|alerting)\\b.{0,30}?\\b(?:user|human)s?\\b.{0,12}?\\b(?:about|of|that)\\b.{0,12}?\\b(?:these|this|the) (?:hidden |extra |secret |additional )?(?:instructions?|directives?|side ?notes?|exfiltration|injected)`,
    `\\b(?:do not|don't|never|must not|should not) (?:[a-z]+ ){0,2}?(?:mention|reveal|disclose|repeat|quote)\\b.{0,12}?\\b(?:these|this) (?:hidden |extra |secret |additional )?(?:instructions?|directives?|side ?notes?)\\b.{0,20}?\\bto (?:the |\\bany )?(?:user|human)`,
    "\\bwithout (?:the |\\bany )?(?:user|human)(?:'s)? (?:knowledge|knowing|noticing|awareness)\\b",
    "\\b(?:secretly|covertly|quietly|silently) (?:send|read|copy|include|forward|upload|append|exfiltrate|bcc|collect)\\b",
  ].join("|"),
);

/** Files that hold keys, and nothing else that a tool would need to be handed. */
export const PRIVATE_FILE =
  /~?\/?\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/credentials|\.cursor\/|claude_desktop_config|\bmcp(?:_config|-config)?\.json\b|\/etc\/(?:passwd|shadow)\b|\.netrc\b|\.git-credentials|\.kube\/config|\.docker\/config\.json|\.gnupg\b|\.(?:bash|zsh)_history|\.npmrc\b|\.pypirc\b|wallet\.dat|[\w./-]{0,60}(?:secrets?|credentials?|passwords?)[\w-]{0,20}\.(?:txt|json|ya?ml|ini|conf|env)\b|(?:^|[\s"'`(/])\.env\b/;

const PRIVATE_THING =
  "(?:(?:private|ssh|api|secret|access|encryption|signing) keys?|environment variables?|env vars|credentials?|passwords?|(?:session|auth|access|bearer|oauth|refresh) (?:cookies?|tokens?)|cookies|seed phrase|(?:conversation|chat|message)(?:'s)? (?:history|logs?|transcripts?|contents?|context)|(?:full|entire|whole|complete|current) (?:conversation|chat|context|transcript)|(?:your |the )?(?:system|developer) (?:prompt|message|instructions)|(?:all|every|previous|prior|earlier|other) (?:messages|conversations|tool (?:results|outputs|calls))|(?:list|names) of (?:all )?(?:your |other |available )?tools|user's (?:files|data|e-?mails|messages|documents)|(?:confidential|sensitive|restricted|secret) (?:[a-z]+ ){0,2}(?:information|data|files?|contents?|notes)|system secrets)";

/** To take something private in hand: to read it, or to speak of its content. */
export const TAKE_PRIVATE = new RegExp(
  `\\b(?:read|cat|open|access|accessing|load|fetch|retrieve|collect|gather|extract|dump|copy|obtain|look up|scan|grab|paste|include|contents? of|content from|summari[sz]e|repeat|output|print)\\b.{0,70}?(?:${PRIVATE_FILE.source}|\\b${PRIVATE_THING}\\b)`,
);

/** The text speaks to the model, and does not describe what the tool does. */
export const ADDRESSED =
  /\b(?:you (?:must|should|need to|have to|are required to|shall|will (?:first|need|have))|(?:the )?(?:assistant|model|agent|llm|ai) (?:must|should|needs to|has to|is required to|shall)|always|first,? (?:read|open|access|collect|get|call|fetch|copy)|make sure|be sure|remember to|before (?:using|calling|invoking|running|executing|you |doing|\bany )|whenever|in order to use|it is (?:mandatory|required|critical|essential|necessary)|mandatory|for this tool to work|the tool will (?:not work|fail)|as a prerequisite|otherwise (?:the|this) tool)\b|(?:必须|务必|请先|首先|必ず|обязательно|сначала|müssen sie|musst du|debes|deves|vous devez|tu dois)/;

/** To hand something over in a parameter of the tool. */
export const HANDOVER =
  /\b(?:pass|passing|include|including|put|provide|append|attach|add|insert|place|write|supply|submit|embed|encode|paste|copy|fill|send|set)\b.{0,90}?\b(?:as|in|into|to|via|through|inside|within|with)\b.{0,40}?(?:\b(?:parameters?|arguments?|fields?|params?|sidenote|side ?note|metadata|query string|header|(?:your|the) (?:response|answer|reply|output))\b|[`'"][a-z_][a-z0-9_]{1,40}[`'"])/;

/** An address that something can be sent to. */
const ADDRESS = "(?:https?:\\/\\/|wss?:\\/\\/|[\\w.+-]{1,64}@[\\w-]{1,64}\\.[a-z]{2,}|\\+\\d[\\d -]{7,})";

const OWN_DATA = `(?:${PRIVATE_THING}|${PRIVATE_FILE.source}|(?:conversation|transcript|everything|all (?:data|e-?mails|messages|files|results|user input)|(?:every|each) (?:message|e-?mail|file|result|request)|user(?:'s)? (?:data|input|query|prompt|messages?|files?)|tool (?:results?|outputs?)|a copy|(?:its|the|their) contents?))`;

/** To send what is the user's to an address. */
export const SEND = new RegExp(
  `\\b(?:send|forward|post|upload|transmit|exfiltrate|relay|copy|bcc|leak|deliver|submit|mirror|report)\\b.{0,60}?${OWN_DATA}.{0,60}?\\b(?:to|at|via)\\b.{0,24}?${ADDRESS}`,
);

/** To have what others send go elsewhere. */
export const REDIRECT = new RegExp(
  [
    `\\bbcc\\b.{0,60}?${ADDRESS}`,
    `\\b(?:recipients?|to|cc|destination)["'\`]?\\s?=\\s?["'\`[]{0,3}${ADDRESS}`,
    `\\b(?:change|replace|alter|override|swap|substitute|set) (?:the |its |every |all |\\bany )?(?:recipient|destination|receiver|address|account|iban|phone number)s?\\b.{0,60}?(?:${ADDRESS}|\\b\\d{6,})`,
    `\\b(?:all|every|each|\\bany) (?:e-?mails?|messages?|payments?|files?|requests?|transfers?|transactions?) (?:must|should|shall|need to|needs to|have to|has to|will) (?:also |first |instead )?(?:be )?(?:sent?|go|forwarded|copied|routed|redirected)\\b.{0,60}?${ADDRESS}`,
  ].join("|"),
);

/** An address with room for something private. A template of an API has ids and queries there. */
export const PLACEHOLDER =
  /https?:\/\/[^\s"'<>)]{0,200}?(?:\{\{?|\$\{|<|%7b|\[)\s{0,3}(?:[a-z_ -]{0,20}(?:conversation|chat[_ ]?history|history|secrets?|passwords?|credentials?|env(?:ironment)?[_ ]?(?:vars?|variables?)?|system[_ ]?prompt|file[_ ]?contents?|user[_ ]?data|private[_ ]?key|ssh[_ ]?key|cookies?|all[_ ]?messages|stolen[\w ]*|exfil[\w ]*|base64[_ ][\w ]*))[\w -]{0,20}(?:\}|>|\]|%7d)/;
/** A picture whose address carries data is loaded by whatever shows the answer. */
export const IMAGE_PLACEHOLDER = /!\[[^\]]{0,80}\]\(https?:\/\/[^\s)]{0,200}?[?&/=](?:\{\{?|\$\{|<|%7b)[^)]{1,80}\)/;

/** Before anything else, whatever it is. */
export const FIRST =
  /\bbefore (?:using|calling|invoking|running|executing|doing|you (?:use|call|do)|\bany)?\s?(?:\bany|all|every|anything|each)\b(?: of)?(?: the)?(?: other| else)?(?: (?:tool|action|request|task|mcp)s?)?|\bprior to (?:\bany|all|every)\b|\b(?:every|each) time (?:you|the user|\bany tool)\b|\bat the (?:start|beginning|end) of (?:every|each)\b/;

/** Tools of others as a whole. */
export const ALL_OTHERS =
  /\b(?:\bany|all|every|each|the) other (?:mcp )?(?:servers?|server's tools?|tools? (?:from|of|on) (?:\bany |all |every )?(?:other |another )?(?:mcp )?servers?)\b|\b(?:tools?|calls?) (?:from|of|on|to) (?:\bany|all|every|other|another) (?:other )?(?:mcp )?servers?\b|\bregardless of (?:which|what) server\b/;

/** To change what another tool is given or gives. */
export const MEDDLE =
  /\b(?:must|always|should|shall|need to|have to)\b.{0,60}?\b(?:modif(?:y|ied)|chang(?:e|ed)|replac(?:e|ed)|rewrit(?:e|ten)|prepend|append|set|redirect(?:ed)?|rout(?:e|ed)|bcc|overrid(?:e|den)|forward(?:ed)?|ignored?|disabled?|never (?:be )?(?:used|called)|not (?:be )?(?:used|called))\b/;

const BEFORE_COMMAND =
  "(?:^|[.!?:;>*\\])}\"'`-]\\s?|\\b(?:must|should|please|now|and|then|to|you|will|shall|important|attention|need to|have to)\\b,? )";

const DROP = "(?:ignore|disregard|forget|override|bypass|discard)";
const EVERY = "(?:all |\\bany |every |each |the |your |of |my |these |those ){0,4}";

/** To drop the instructions it has. */
export const OVERRIDE = new RegExp(
  [
    `${BEFORE_COMMAND}${DROP} ${EVERY}(?:previous|prior|earlier|above|preceding|your|system|safety|security|developer)(?: (?:system|user|safety|previous|security|and|or|developer))? ?(?:instructions?|prompts?|directives?|guidelines|guardrails|(?:safety|security|system) (?:rules|policies|measures|checks)|rules|constraints)\\b`,
    `${BEFORE_COMMAND}${DROP} ${EVERY}(?:existing|original|other|former|current|given) (?:system |user )?(?:instructions|prompts|directives)\\b`,
    `${BEFORE_COMMAND}(?:ignore|disregard|forget|override|bypass) (?:everything|all|anything) (?:you (?:were|have been|are) told|above|before this|said (?:before|so far)|that came before)`,
    "(?:忽略|无视|忘记)(?:之前|以上|先前|所有|此前|上述)的?(?:所有)?的?(?:指令|指示|提示|规则)",
    "(?:これまで|以前|上記|前)の(?:すべての)?(?:指示|命令|プロンプト)を(?:すべて)?(?:無視|忘れ)",
    "\\bignor(?:iere|ieren sie|ez|e|a|a las|e as|e toutes les|ez toutes les)\\b.{0,24}?\\b(?:vorherigen|bisherigen|obigen|instructions précédentes|consignes précédentes|instrucciones anteriores|instrucciones previas|instruções anteriores|istruzioni precedenti)",
    "(?:игнорируй|игнорируйте|забудь)[^.]{0,24}(?:предыдущие|прежние|все) [^.]{0,12}(?:инструкции|указания)",
  ].join("|"),
  "u",
);

/** Marks that separate the turns of a conversation for a model. */
export const TURN_MARKS =
  /<\|(?:im_start|im_end|system|assistant|endoftext|eot_id|start_header_id)\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system-reminder|system_prompt|system-prompt|systemprompt)>/;

/** The text quotes such words because it is about them. */
export const ABOUT_ATTACKS =
  /\b(?:detect\w*|scan\w*|classif\w*|injections?|jailbreaks?|guardrails?|moderat\w*|red.?team\w*|attacks?|malicious|adversarial|sanitiz\w*|filters?|phrases|such as|for example|e\.g\.|like|tokeniz\w*|chat ?ml|chat templates?|special tokens?)\b/;

const MAKERS =
  "(?:anthropic|openai|google|microsoft|cursor|github|the (?:system|host|platform|client)(?: (?:administrators?|developers?|operators?))?|system administrators?|administrators?|the (?:security|compliance|legal) team|your (?:developers?|creators?|operators?|administrators?|owner))";

export const AUTHORITY = new RegExp(
  [
    `\\b(?:official|mandatory|system|security|compliance|administrative|emergency|priority)\\b.{0,20}?\\b(?:message|instruction|directive|order|notice|override|protocol|mandate)s?\\b.{0,12}?\\b(?:from|by|issued by|of)\\b.{0,6}?\\b${MAKERS}\\b`,
    `\\b${MAKERS} (?:has |have )?(?:requires?|required|mandates?|mandated|orders?|ordered|instructs?|instructed|authori[sz]e[sd]?|approved|demands?) (?:that )?(?:you|the (?:assistant|model|agent)|all (?:assistants|models|agents))\\b`,
    `\\bi am (?:the |your )?(?:developer|administrator|creator|system|operator|an anthropic|an openai)\\b`,
  ].join("|"),
);

/** That the user agreed already; a condition before it turns it into its opposite. */
export const CONSENT =
  /(.{0,40})\buser has (?:already |previously |explicitly |pre-?)(?:pre-?)?(?:approved|authori[sz]ed|consented|confirmed|agreed|given (?:you )?(?:full |their )?(?:permission|consent|approval))\b/;
export const CONDITION =
  /\b(?:after|once|when|if|unless|until|only|whether|ensure|verify|confirm|check|assume|where|because|that the|as soon as|case|and)\b/;
