//! TLS between asq and a server.
//!
//! - The modes are libpq's: `disable`, `allow`, `prefer`, `require`, `verify-ca`, `verify-full`.
//! - Trusted authorities come from `sslrootcert` (a file, or `system`), else from `~/.postgresql/root.crt`, else from
//!   the system's store. As in libpq, `require` with a file checks like `verify-ca`.
//! - If a certificate doesn't fit, the error says what to do.

use asq_files::plain_io;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

/// What the server must prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TlsMode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl TlsMode {
    /// As written in an address.
    pub(super) const NAMES: [(&'static str, TlsMode); 6] = [
        ("disable", TlsMode::Disable),
        ("allow", TlsMode::Allow),
        ("prefer", TlsMode::Prefer),
        ("require", TlsMode::Require),
        ("verify-ca", TlsMode::VerifyCa),
        ("verify-full", TlsMode::VerifyFull),
    ];

    pub(super) fn name(self) -> &'static str {
        TlsMode::NAMES.iter().find(|(_, mode)| *mode == self).map_or("", |(name, _)| name)
    }
}

/// The demands on one host.
#[derive(Clone)]
pub(super) struct Tls {
    pub(super) mode: TlsMode,
    /// Whether the host is this machine.
    pub(super) here: bool,
    roots: Roots,
    own: Option<(PathBuf, PathBuf)>,
    /// Made for the first connection.
    made: Arc<OnceLock<Arc<ClientConfig>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Roots {
    /// The authorities in this file.
    File(PathBuf),
    System,
}

impl Tls {
    /// `parameter` returns the address's value of a name.
    pub(super) fn new<'a>(
        mode: TlsMode,
        here: bool,
        home: Option<&Path>,
        parameter: impl Fn(&str) -> Option<&'a str>,
    ) -> Tls {
        let own = |name: &str| {
            home.map(|home| home.join(".postgresql").join(name))
                .filter(|path| asq_files::by_name::is_there(path))
        };
        let (named, usual) = (parameter("sslrootcert"), own("root.crt"));
        // As in libpq: if somebody names a file of authorities, it must be used.
        let mode = if mode == TlsMode::Require && named.is_some() { TlsMode::VerifyCa } else { mode };
        let roots = match (named, usual) {
            (Some("system"), _) | (None, None) => Roots::System,
            (Some(path), _) => Roots::File(path.into()),
            (None, Some(path)) => Roots::File(path),
        };
        let file = |name: &str, usual: &str| parameter(name).map(PathBuf::from).or_else(|| own(usual));
        let own = file("sslcert", "postgresql.crt").zip(file("sslkey", "postgresql.key"));
        Tls { mode, here, roots, own, made: Arc::default() }
    }

    /// Whether to use TLS for this try; `first` is the first try of this host.
    pub(super) fn negotiates(&self, first: bool) -> SslMode {
        match self.mode {
            TlsMode::Disable => SslMode::Disable,
            TlsMode::Allow if first => SslMode::Disable,
            TlsMode::Prefer => SslMode::Prefer,
            TlsMode::Allow | TlsMode::Require | TlsMode::VerifyCa | TlsMode::VerifyFull => SslMode::Require,
        }
    }

    /// Creates a connector that writes each connection's protocol to `spoken`.
    pub(super) fn connector(&self, spoken: &Spoken) -> Result<Connector, String> {
        let config = match (self.mode, self.made.get()) {
            (TlsMode::Disable, _) => None,
            (_, Some(made)) => Some(Arc::clone(made)),
            (_, None) => {
                let made = Arc::new(self.config()?);
                Some(Arc::clone(self.made.get_or_init(|| made)))
            }
        };
        Ok(Connector { config, spoken: Arc::clone(spoken) })
    }

    /// The kind of encryption, in words.
    pub(super) fn describe(&self, spoken: Option<&'static str>) -> String {
        let mode = self.mode.name();
        match (spoken, self.here) {
            (Some(protocol), _) => {
                let protocol = protocol.replace('_', ".").replace("TLSv1.", "TLS 1.");
                let unsure = match self.mode {
                    TlsMode::Disable | TlsMode::Allow | TlsMode::Prefer | TlsMode::Require => {
                        ", but anybody can pass for the server"
                    }
                    TlsMode::VerifyCa => ", but the server's name is not checked",
                    TlsMode::VerifyFull => "",
                };
                format!("{protocol} (sslmode={mode}){unsure}")
            }
            (None, true) => "none: it is on this machine".to_owned(),
            (None, false) => {
                format!("NONE (sslmode={mode}): whoever is on the way reads questions and answers")
            }
        }
    }

    fn config(&self) -> Result<ClientConfig, String> {
        let provider = Arc::new(ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match self.mode {
            TlsMode::Disable | TlsMode::Allow | TlsMode::Prefer | TlsMode::Require => {
                Arc::new(Anybody(Arc::clone(&provider)))
            }
            TlsMode::VerifyCa | TlsMode::VerifyFull => {
                let made =
                    WebPkiServerVerifier::builder_with_provider(self.roots()?.into(), Arc::clone(&provider));
                let signed = made.build().map_err(|why| format!("sslrootcert can't be used: {why}"))?;
                if self.mode == TlsMode::VerifyCa { Arc::new(AnyName(signed)) } else { signed }
            }
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|why| why.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        let Some((certificate, key)) = &self.own else { return Ok(config.with_no_client_auth()) };
        let invalid =
            |path: &Path, why: &dyn std::fmt::Display| format!("{} can't be used: {why}", path.display());
        let chain = certificates(certificate)?;
        let private = PrivateKeyDer::from_pem_file(key).map_err(|why| invalid(key, &why))?;
        config.with_client_auth_cert(chain, private).map_err(|why| invalid(certificate, &why))
    }

    fn roots(&self) -> Result<RootCertStore, String> {
        let mut store = RootCertStore::empty();
        let all = match &self.roots {
            Roots::File(path) => certificates(path)?,
            // One unreadable file in the system's store must not stop everything: at worst the right authority is
            // missing, and the error says that.
            Roots::System => rustls_native_certs::load_native_certs().certs,
        };
        store.add_parsable_certificates(all);
        match (&self.roots, store.is_empty()) {
            (Roots::File(path), true) => Err(format!("{} holds no certificate", path.display())),
            (Roots::System, true) => {
                Err("this machine has no certificate store: name an authority with sslrootcert=FILE"
                    .to_owned())
            }
            (Roots::File(_) | Roots::System, false) => Ok(store),
        }
    }
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let all = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
    all.map_err(|why| {
        let why = if let pem::Error::Io(fault) = &why { plain_io(fault) } else { why.to_string() };
        format!("{} can't be read: {why}", path.display())
    })
}

/// The protocol of a connection; `None` if it isn't encrypted.
pub(super) type Spoken = Arc<Mutex<Option<&'static str>>>;

/// The reason if TLS or a certificate is the problem; otherwise `None`.
pub(super) fn why(fault: &tokio_postgres::Error) -> Option<String> {
    let source = std::error::Error::source(fault)?;
    // The library has no type for this.
    if source.to_string().contains("server does not support TLS") {
        return Some(
            "it doesn't support TLS: sslmode=disable sends everything unencrypted, answers included"
                .to_owned(),
        );
    }
    let source = source.downcast_ref::<io::Error>()?;
    let rustls::Error::InvalidCertificate(why) = source.get_ref()?.downcast_ref::<rustls::Error>()? else {
        return source.get_ref()?.downcast_ref::<rustls::Error>().map(|why| format!("TLS failed: {why}"));
    };
    Some(match why {
        CertificateError::UnknownIssuer => {
            "its certificate isn't signed by an authority that this machine trusts: sslrootcert=FILE names one"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another host name: sslmode=verify-ca accepts it anyway".to_owned()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "its certificate has expired".to_owned()
        }
        // The library's list may grow.
        other => format!("its certificate is refused: {other:?}"),
    })
}

#[derive(Clone)]
pub(super) struct Connector {
    /// `None` means no TLS.
    config: Option<Arc<ClientConfig>>,
    spoken: Spoken,
}

impl MakeTlsConnect<Socket> for Connector {
    type Stream = Stream;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other);
        Ok(Handshake { config: self.config.clone(), name: name.ok(), spoken: Arc::clone(&self.spoken) })
    }
}

pub(super) struct Handshake {
    config: Option<Arc<ClientConfig>>,
    name: Option<ServerName<'static>>,
    spoken: Spoken,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Stream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            // With `disable` there is no handshake, so only the name can be missing.
            let (Some(config), Some(name)) = (self.config, self.name) else {
                return Err(io::Error::other("the host's name can't stand in a certificate"));
            };
            let stream = TlsConnector::from(config).connect(name, socket).await?;
            let version = stream.get_ref().1.protocol_version().and_then(|version| version.as_str());
            *self.spoken.lock().unwrap_or_else(PoisonError::into_inner) = Some(version.unwrap_or("TLS"));
            Ok(Stream(stream))
        })
    }
}

pub(super) struct Stream(tokio_rustls::client::TlsStream<Socket>);

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        // SCRAM works without it.
        ChannelBinding::none()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

/// Accepts any certificate: the mode only protects against eavesdroppers.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls12_signature(
            message,
            certificate,
            signed,
            &self.0.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls13_signature(
            message,
            certificate,
            signed,
            &self.0.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Checks the authority, but not the name in the certificate.
#[derive(Debug)]
struct AnyName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        match self.0.verify_server_cert(certificate, chain, name, ocsp, now) {
            // The name is checked last: everything else fits.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            judged => judged,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}
