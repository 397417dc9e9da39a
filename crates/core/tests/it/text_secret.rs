//! Questions that ask for a secret, answers that look like one.

use asq_core::secret::{asks_for_secret, looks_like_secret};

const ASKS: &str = "
What is your password?
What's your GitHub password?
Please enter your password.
Enter password:
Password
Password:
Your password?
Enter the database password to continue
Please paste your API key below.
Paste the OpenAI API key here
Can you paste your Stripe API key?
Could you please share your AWS secret access key?
Would you mind sharing your SSH private key?
Provide the passphrase for the GPG key.
I need your npm access token to publish the package.
I need the API key to continue.
To deploy, I need your production credentials. Please provide them.
Give me your personal access token
Type your sudo password
sudo password for alice:
GitHub token?
Please send me the one-time code from your phone.
Enter the 6-digit code we sent you
What is the verification code you received?
Enter your OTP
Please enter your PIN
What's your PIN?
What is your credit card number?
Enter your card number and CVV
Please provide your credit card details
Enter the CVV
Tell me your seed phrase
Please write your 12-word recovery phrase here.
What is your wallet's seed phrase?
Paste the contents of your private key
Please paste the private key (PEM).
Share your Slack bot token with me
What is your social security number?
Enter your bank account number
Reply with your API token.
To proceed, reply with the auth token.
Which password do you use for the staging server?
Log in first: enter your passphrase
May I have your access token?
Can I have the API key please?
Fill in your client secret
Drop your API key here and I will configure it.
Please confirm your password.
Re-enter your password
Hand over your credentials
Please input your two-factor code.
We need your AWS secret key to set up the bucket.
Supply the encryption key:
Please provide a valid API key.
Could you tell me your Wi-Fi password?
Enter your login credentials
Please type in your master password.
What's the root password?
Please paste your session cookie here.
Enter backup code
Provide your webhook secret so that I can test it.
The build is blocked. Please give me the deploy token.
Before I can push, please paste your GitHub personal access token:
Your PIN, please
Bitte gib dein Passwort ein.
Bitte geben Sie Ihren API-Schlüssel ein: hier einfügen
Wie lautet dein Passwort?
Entrez votre mot de passe
Quel est votre code PIN ?
Collez votre clé API ici
Introduce tu contraseña
¿Cuál es tu contraseña?
Pega aquí tu clave de API
Digite sua senha
Inserisci la tua password
Voer je wachtwoord in
Podaj swoje hasło
Введите пароль
Пришлите, пожалуйста, ваш токен доступа
Şifrenizi girin
パスワードを入力してください
请输入您的密码
비밀번호를 입력하세요
I'll need your AWS credentials to proceed. Can you provide them?
What's the admin password for the server?
Please supply your GitHub PAT
Enter API Key
API key?
Please share the OTP you just received
Can you send me the .env file with the API keys?
Please log in and give me the session cookie
Paste your .pem private key here:
What is your mother's maiden name?
Which API key should I use? Paste it here.
Please type the secret token
Enter the passcode
Your SSN?
Please provide card number, expiry and CVV
Give your 24 word mnemonic
What PIN do you use?
For verification, what's your date of birth and card number?
I require your password to run sudo
sudo needs your password. What is it?
Share your screen and your password
Could I get your API key?
Enter value for OPENAI_API_KEY
Set your password:
Please set DATABASE_PASSWORD=
Provide credentials for the registry
Insert the token from the email
Could you enter the code from your authenticator app?
Tell me the password for wifi
I'd like you to paste your key
Kindly provide your access token
npm OTP code:
Two-factor code
Type the 2FA code from your authenticator app
I'm missing the GitHub token. Please paste it.
Please provide your username and password.
";

const HARMLESS: &str = "
Which token bucket size?
How should we store the API key?
Rotate the signing key weekly?
Which password policy should we use?
What should the password policy be?
What is the vault path of the SMTP password?
Where should the API key live?
Should users enter their password on every login?
Should the form ask users to enter a password?
How many tokens should the context window hold?
Which tokenizer should we use?
Should we use passwords or passkeys?
Which password hashing algorithm: bcrypt or argon2?
Which password manager do you use?
Where do you keep your API keys?
Is the API key in the environment already?
Do we need an API key for staging?
Should I read the API key from an environment variable?
Which environment variable holds the access token?
How long should access tokens live?
What expiry should the refresh token have?
Add a password reset flow?
Enter the path of the private key file
Enter the name of the secret in Vault
Which secret store should hold the webhook secret?
Should the CLI prompt for a passphrase?
What is the maximum password length?
Minimum password length
Password policy
Token bucket
Token limit
API key rotation
Add API key authentication?
Which authentication: API key or OAuth?
Should we log the session token?
Should I rotate the leaked API key now?
Delete the old signing key?
Which key should sort the list?
What is the primary key of the table?
Foreign key or join table?
Which keyboard shortcut should open the panel?
Pin the dependency to 1.2?
Which GPIO pin does the LED use?
Enter the GPIO pin number
Should we support credit card payments?
Which credit card processor: Stripe or Adyen?
Mask the card number in logs?
How should the one-time code be delivered?
Should OTP codes expire after 30 seconds?
Which 2FA method should we offer?
Store the refresh token in a cookie or in memory?
Encrypt the private key at rest?
Where should the user paste the API key?
Can you tell me how the API key is stored?
Can you tell me where the password is kept?
Do you want to type the code yourself?
Which code style should I follow?
Please enter a name for the API key.
Please provide the location of the SSH key.
What should happen when the password is wrong?
Share the token between the two services?
Send the password reset mail in plain text?
What is a refresh token?
Let users share API keys across teams?
Enter a title for the release
What is your preferred language?
What is your GitHub user name?
Please provide the project name.
Which secret santa date?
Who may see the credentials page?
Is it fine that I never see your password?
Type of token: opaque or JWT?
Should passwords be required to have digits?
Paste the error message here
Copy the token into the vault for you?
Ask for the passphrase once per session?
Require a PIN for deletion?
How often must users confirm their password?
Which fields belong on the login form: email, password?
Give each tenant its own API key?
Generate a new API key?
Wie sollen wir das Passwort speichern?
Wo soll der Benutzer das Passwort eingeben?
Soll der Nutzer sein Passwort bei jedem Login eingeben?
Où stocker la clé API ?
Faut-il que l'utilisateur saisisse son mot de passe ?
¿Dónde debe introducir la contraseña el usuario?
¿Qué política de contraseñas usamos?
Come devono inserire la password gli utenti?
Где хранить пароль?
パスワードはどこに保存しますか？
密码应该如何存储？
비밀번호를 어디에 저장할까요?
Which secret manager should I use?
Should the access token be short-lived?
Do you want me to remove the hard-coded password?
Is the password stored as plain text acceptable?
Enter key or space to submit?
Which key combination?
Give the user a hint when the password is wrong?
Send the OTP by SMS or by mail?
Write the API key to .env or to the keyring?
Type the password column as text?
Provide a default password for the demo user?
Reveal the password on click?
Put the private key in the secret manager?
Token: opaque or JWT?
API key: header or query parameter?
Password: minimum length 8 or 12?
Credentials: env or file?
Should the login form show the password?
Enter the number of API keys to create
What are access tokens for?
What is the private key format?
How do you want to provide the API key?
Confirm the deletion of the API key
Confirm API key deletion
Verify the password against the leak list?
Please choose how to provide the API key
Please confirm that the token should be revoked.
Do you have an API key?
Tell me which API key to rotate
Tell users that their password expired?
Insert a card component
What is your PIN policy?
Your token budget?
What's your key concern?
What is your code style?
Paste your error code
What is your key requirement?
Please enter your code review preference
Please share your key priorities
What's your secret sauce?
Please enter your zip code
Enter your country code
What is your QR code for?
Give your card a title
What is your code name?
Please provide your code coverage target
Enter your postal code
Share your code with the team?
Which of your keys should be bound to search?
Please provide your key metrics
";

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn nine_of_ten_questions_for_a_secret_are_found() {
    let all = lines(ASKS);
    let missed: Vec<&&str> = all.iter().filter(|question| !asks_for_secret(question)).collect();
    assert!(all.len() >= 60);
    assert!(missed.len() * 10 <= all.len(), "{} of {} missed: {missed:#?}", missed.len(), all.len());
}

#[test]
fn no_harmless_question_is_taken_for_one() {
    let all = lines(HARMLESS);
    let wrong: Vec<&&str> = all.iter().filter(|question| asks_for_secret(question)).collect();
    assert!(all.len() >= 60);
    assert_eq!(wrong, Vec::<&&str>::new());
}

/// Letters and digits as if drawn at random, the same every time.
fn drawn(length: usize, from: &str) -> String {
    let from: Vec<char> = from.chars().collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ length as u64;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from[(state >> 33) as usize % from.len()]
    };
    (0..length).map(next).collect()
}

const MIXED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX: &str = "0123456789abcdef";

#[test]
fn known_shapes_of_secrets_are_found() {
    let mixed = |length| drawn(length, MIXED);
    let jwt = format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{}", mixed(43));
    for secret in [
        format!("sk-{}", mixed(48)),
        format!("sk-proj-{}", mixed(60)),
        format!("sk-ant-api03-{}", mixed(80)),
        format!("sk_live_{}", mixed(24)),
        format!("ghp_{}", mixed(36)),
        format!("github_pat_{}", mixed(60)),
        format!("glpat-{}", mixed(20)),
        format!("AKIA{}", drawn(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
        format!("xoxb-{}-{}", drawn(12, "0123456789"), mixed(24)),
        format!("AIza{}", mixed(35)),
        format!("npm_{}", mixed(36)),
        format!("hf_{}", mixed(34)),
        format!("the key is ghp_{} I think", mixed(36)),
        format!("GITHUB_TOKEN=ghp_{}", mixed(36)),
        format!("export KEY=\"{}\"", mixed(40)),
        format!("Bearer {jwt}"),
        jwt.clone(),
        mixed(40),
        mixed(64),
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----".to_owned(),
        "-----BEGIN OPENSSH PRIVATE KEY-----".to_owned(),
        "postgres://app:hunter22@db.example.com/app".to_owned(),
        "4111 1111 1111 1111".to_owned(),
        "my card is 5555-5555-5555-4444".to_owned(),
        "378282246310005".to_owned(),
    ] {
        assert!(looks_like_secret(&secret), "{secret}");
    }
}

#[test]
fn ordinary_answers_are_no_secrets() {
    let hex = |length| drawn(length, HEX);
    for answer in [
        hex(40),
        hex(64),
        format!("sha256:{}", hex(64)),
        format!("sha512-{}==", drawn(86, MIXED)),
        "6f1e2c34-9b1d-4d0a-8a53-0c2f4a9b7e11".to_owned(),
        "01HZY3V8N6WJ5K9QX2T4R7M1PB".to_owned(),
        "/home/alice/projects/Service2/target/release/build/openssl-3f2a9c".to_owned(),
        "src/components/Login/PasswordField2.test.tsx".to_owned(),
        "https://example.com/a/b?page=2&sort=NameAscending".to_owned(),
        "https://user:password@example.com".to_owned(),
        "postgres://app:$PASSWORD@db/app".to_owned(),
        "ssh://git@example.com:22/repo.git".to_owned(),
        "ThisIsAVeryLongIdentifierNameForAJavaFactoryBean2024".to_owned(),
        "AbstractSingletonProxyFactoryBeanConfigurationProvider".to_owned(),
        "a-very-long-branch-name-with-many-words-2024-and-more".to_owned(),
        "sk-learn-compatible-estimators-for-version-1-2".to_owned(),
        "feature/JIRA-1234-Add-Support-For-Multiple-Tenants".to_owned(),
        "aGVsbG8gd29ybGQ=".to_owned(),
        "VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw==".to_owned(),
        "The quick brown fox jumps over the lazy dog.".to_owned(),
        "Use the key from the vault, not the one in .env".to_owned(),
        "1732147200000".to_owned(),
        "1234567890123456".to_owned(),
        "order 4111 1111".to_owned(),
        "+49 170 1234567".to_owned(),
        "v1.2.3-rc.4+build.20240101".to_owned(),
        "AKIA".to_owned(),
        "ghp_ is the prefix".to_owned(),
        "-----BEGIN CERTIFICATE-----".to_owned(),
        "ssh-ed25519 fingerprint please".to_owned(),
        "x".repeat(100),
        String::new(),
    ] {
        assert!(!looks_like_secret(&answer), "{answer}");
    }
}

#[test]
fn a_megabyte_is_no_matter() {
    let long = "give me your password ".repeat(50_000);
    assert!(asks_for_secret(&long));
    assert!(!looks_like_secret(&long));
}

/// "Card numbers with a valid check digit", and not a placeholder for a password in an address.
#[test]
fn a_number_that_is_no_card_and_a_placeholder_are_no_secrets() {
    assert!(looks_like_secret("4242 4242 4242 4242"));
    assert!(!looks_like_secret("4242 4242 4242 4243"));
    assert!(looks_like_secret("postgres://ann:hunter22@db/prod"));
    assert!(!looks_like_secret("postgres://ann:password@db/prod"));
}

/// "A verb and a secret in one sentence": those of two sentences ask for nothing.
#[test]
fn a_secret_that_another_sentence_speaks_of_is_not_asked_for() {
    assert!(asks_for_secret("Bitte nenne mir dein Passwort."));
    assert!(!asks_for_secret("Bitte nenne mir einen Namen. Dein Passwort bleibt bei dir."));
}
