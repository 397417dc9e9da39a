//! Recognises text in other languages that asks for a secret.
//!
//! - Each language has verbs of giving, secrets, and words that make it a question about a secret.
//! - The rule is cruder than for English: a verb and a secret in one sentence are enough.
//! - A sentence that asks where, how or whether, or is about users, is harmless.

/// Each field is a list of words with `|` between them: one address that the loader has to relocate, not hundreds.
struct Tongue {
    verbs: &'static str,
    secrets: &'static str,
    about: &'static str,
}

#[rustfmt::skip]
const TONGUES: &[Tongue] = &[
    // German
    Tongue {
        verbs: concat!(
            "gib |geben sie|eingeben|einfügen|füge |fügen sie|nenne|nennen sie|schick|sende|teile mir|",
            "teilen sie|tippe|wie lautet dein|wie lautet ihr|was ist dein|ich brauche dein|",
            "ich benötige ihr|verrate",
        ),
        secrets: concat!(
            "passwort|kennwort|api-schlüssel|api-key|zugangstoken|zugriffstoken|privaten schlüssel|",
            "geheimen schlüssel|wiederherstellungsphrase|pin ein|deine pin|ihre pin|kreditkartennummer|",
            "kartennummer|einmalcode|bestätigungscode|tan ein",
        ),
        about: concat!(
            "wo |wie soll|wie oft|wie lang|welche|soll |sollen |ob |wann |warum |benutzer|nutzer|",
            "richtlinie|pfad|müssen |darf ",
        ),
    },
    // French
    Tongue {
        verbs: concat!(
            "entrez|entre |saisissez|saisis |collez|colle |donnez|donne-moi|envoyez|envoie-moi|",
            "fournissez|indiquez|tapez|quel est votre|quel est ton|quelle est votre|j'ai besoin de votre|",
            "communiquez|partagez",
        ),
        secrets: concat!(
            "mot de passe|clé api|clé d'api|clef api|jeton d'accès|clé privée|clé secrète|",
            "phrase de récupération|phrase secrète|code pin|numéro de carte|code de vérification|",
            "code secret",
        ),
        about: "où |comment |faut-il|devons|doit-on|quand |pourquoi|utilisateur|politique|chemin|stocker",
    },
    // Spanish
    Tongue {
        verbs: concat!(
            "introduce|introduzca|ingresa|ingrese|escribe|escriba|pega |pegue|dame|dime|envía|envíe|",
            "proporciona|proporcione|comparte|cuál es tu|cuál es su|necesito tu|indica",
        ),
        secrets: concat!(
            "contraseña|clave de api|clave api|token de acceso|clave privada|clave secreta|",
            "frase de recuperación|frase semilla|tu pin|su pin|el pin|número de tarjeta|",
            "número de tu tarjeta|código de verificación",
        ),
        about: "dónde|cómo|debe |debemos|deberíamos|cuándo|por qué|usuario|política|ruta|guardar",
    },
    // Portuguese
    Tongue {
        verbs: concat!(
            "digite|insira|informe|cole |envie|forneça|me passe|me diga|qual é a sua|qual é sua|",
            "qual a sua|preciso da sua|compartilhe",
        ),
        secrets: concat!(
            "senha|chave de api|chave da api|token de acesso|chave privada|chave secreta|",
            "frase de recuperação|seu pin|o pin|número do cartão|código de verificação",
        ),
        about: "onde|como |devemos|deve |quando|por que|usuário|política|caminho",
    },
    // Italian
    Tongue {
        verbs: concat!(
            "inserisci|inserisca|incolla|incolli|digita|dammi|dimmi|invia|fornisci|qual è la tua|",
            "qual è il tuo|ho bisogno della tua|condividi",
        ),
        secrets: concat!(
            "password|chiave api|token di accesso|chiave privata|chiave segreta|frase di recupero|il pin|",
            "tuo pin|numero della carta|numero di carta|codice di verifica",
        ),
        about: "dove|come |dobbiamo|deve |quando|perché|utente|utenti|criteri|percorso",
    },
    // Dutch
    Tongue {
        verbs: "voer |vul |plak |geef |stuur |typ |deel |wat is je|wat is uw|ik heb je ",
        secrets: concat!(
            "wachtwoord|api-sleutel|toegangstoken|privésleutel|geheime sleutel|herstelzin|pincode|",
            "kaartnummer|verificatiecode",
        ),
        about: "waar |hoe |moet |moeten|wanneer|waarom|gebruiker|beleid|welke|pad ",
    },
    // Polish
    Tongue {
        verbs: "podaj|wpisz|wklej|wyślij|wprowadź|jakie jest twoje|jaki jest twój|potrzebuję twojego",
        secrets: concat!(
            "hasło|klucz api|token dostępu|klucz prywatny|frazę odzyskiwania|pin|numer karty|",
            "kod weryfikacyjny",
        ),
        about: "gdzie|jak |czy |kiedy|dlaczego|który|użytkown|ścieżk",
    },
    // Russian
    Tongue {
        verbs: concat!(
            "введите|введи |вставьте|вставь |пришлите|пришли |отправьте|сообщите|укажите|дайте|",
            "какой у вас|какой ваш|назовите",
        ),
        secrets: concat!(
            "пароль|api-ключ|ключ api|токен|приватный ключ|закрытый ключ|секретный ключ|сид-фраз|пин-код|",
            "номер карты|код подтверждения",
        ),
        about: "где|как |нужно ли|стоит ли|когда|почему|пользовател|политик|путь",
    },
    // Turkish
    Tongue {
        verbs: "girin|yapıştır|gönder|yazın|paylaş|nedir",
        secrets: concat!(
            "şifrenizi|şifreniz|parolanızı|parolanız|api anahtarı|erişim jetonu|özel anahtar|pin kodu|",
            "kart numaran|doğrulama kodu",
        ),
        about: "nerede|nasıl|hangi|ne zaman|neden|kullanıcı|mı?|mi?|mu?|mü?",
    },
    // Japanese
    Tongue {
        verbs: "入力して|貼り付けて|教えて|送って|ご入力|ください|は何ですか",
        secrets: "パスワード|暗証番号|apiキー|api キー|アクセストークン|秘密鍵|シードフレーズ|カード番号|認証コード|確認コード|パスフレーズ",
        about: "どこ|どの|どう|ますか|べき|いつ|なぜ|ポリシー|ユーザー|保存",
    },
    // Chinese
    Tongue {
        verbs: "请输入|輸入您|請輸入|输入你|输入您|粘贴|貼上|告诉我|告訴我|发给我|發給我|提供|是什么|是多少",
        secrets: "密码|密碼|api密钥|api 密钥|api金鑰|api key|访问令牌|私钥|私鑰|助记词|助記詞|银行卡号|信用卡号|验证码|驗證碼|口令",
        about: "哪里|哪裡|如何|怎么|是否|要不要|哪个|用户|策略|存储|应该|路径|吗",
    },
    // Korean
    Tongue {
        verbs: "입력하세요|입력해|알려|보내|붙여넣|제공해|무엇입니까|뭐예요",
        secrets: "비밀번호|암호를|api 키|액세스 토큰|개인 키|개인키|시드 문구|복구 구문|카드 번호|인증 코드|인증번호|핀 번호",
        about: "어디|어떻게|어느|할까요|언제|왜 |사용자|정책|저장",
    },
];

/// Whether a text in lower case asks for a secret.
pub(super) fn in_another(text: &str) -> bool {
    text.split_inclusive(['.', '?', '!', '\n', '。', '？', '！']).any(|sentence| {
        let pairs = BytePairs::of(sentence);
        let has = |words: &str| words.split('|').any(|word| pairs.may_have(word) && sentence.contains(word));
        TONGUES.iter().any(|t| has(t.verbs) && has(t.secrets) && !has(t.about))
    })
}

/// The pairs of neighbouring bytes of a text, folded into 256 bits: most words have a pair that the text doesn't have.
struct BytePairs([u64; 4]);

impl BytePairs {
    fn of(text: &str) -> BytePairs {
        let mut pairs = BytePairs([0; 4]);
        for (at, bit) in BytePairs::bits(text) {
            pairs.0[at] |= bit;
        }
        pairs
    }

    /// Whether the text has all pairs of a word.
    fn may_have(&self, word: &str) -> bool {
        BytePairs::bits(word).all(|(at, bit)| self.0[at] & bit != 0)
    }

    fn bits(text: &str) -> impl Iterator<Item = (usize, u64)> {
        text.as_bytes().windows(2).map(|pair| {
            let folded = pair[0].wrapping_mul(31) ^ pair[1];
            (usize::from(folded >> 6), 1 << (folded & 63))
        })
    }
}
