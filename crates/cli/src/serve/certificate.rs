//! The server's certificate and its key, from two files of the person's.
//!
//! - They are read at the start, and again when one of them has changed: no restart is needed.
//! - A new certificate that can't be read, or whose key is another one, isn't used: the old one stays, and its person
//!   reads why.
//! - The names in the certificate are names of the server.

use crate::error::{CommandError, ErrorClass, escaped};
use crate::output;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{InconsistentKeys, ServerConfig};
use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes of one of the files.
const MOST: u64 = 1 << 20;

/// What tells one content of a file from another: its number, size, and the time of its last change.
type FileMark = Option<(u64, u64, i64, i64)>;

/// A certificate that is read again when its files change.
pub(super) struct CertificateFiles {
    cert: PathBuf,
    key: PathBuf,
    now: Mutex<Current>,
}

/// A file that can't be used.
struct UnfitFile {
    /// The flag that names it.
    flag: &'static str,
    why: String,
}

struct Current {
    /// The files as they were when they were last read.
    marks: [FileMark; 2],
    key: Arc<CertifiedKey>,
}

impl CertificateFiles {
    /// # Errors
    /// A file can't be read, or they don't belong together.
    pub(super) fn read(cert: &Path, key: &Path) -> Result<CertificateFiles, CommandError> {
        let (cert, key) = (cert.to_owned(), key.to_owned());
        let marks = [mark(&cert), mark(&key)];
        let read = read(&cert, &key).map_err(|unfit| {
            CommandError::new(ErrorClass::Usage, format!("{}: {}", unfit.flag, unfit.why))
        })?;
        let now = Mutex::new(Current { marks, key: Arc::new(read) });
        Ok(CertificateFiles { cert, key, now })
    }

    /// The DNS names in the certificate, without those that stand for many.
    pub(super) fn names(&self) -> Vec<String> {
        let key = Arc::clone(&self.now.lock().unwrap_or_else(PoisonError::into_inner).key);
        let Some(Ok(first)) = key.cert.first().map(webpki::EndEntityCert::try_from) else {
            return Vec::new();
        };
        let names = first.valid_dns_names().filter(|name| !name.starts_with('*'));
        names.map(str::to_ascii_lowercase).collect()
    }

    /// The settings of TLS, with this certificate.
    ///
    /// # Errors
    /// The library refuses its own defaults.
    pub(super) fn config(self) -> Result<Arc<ServerConfig>, CommandError> {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().map_err(CommandError::fault)?;
        let mut config = config.with_no_client_auth().with_cert_resolver(Arc::new(self));
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}

impl fmt::Debug for CertificateFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the certificate in {}", self.cert.display())
    }
}

impl ResolvesServerCert for CertificateFiles {
    /// Looks at both files for each connection, which costs a few microseconds.
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let marks = [mark(&self.cert), mark(&self.key)];
        if marks != now.marks {
            // What can't be used is read again only after another change.
            now.marks = marks;
            match read(&self.cert, &self.key) {
                Ok(key) => now.key = Arc::new(key),
                Err(unfit) => {
                    output::say(&escaped(&format!("asq: the certificate stays as it was: {}", unfit.why)));
                }
            }
        }
        Some(Arc::clone(&now.key))
    }
}

fn mark(path: &Path) -> FileMark {
    // A missing file is noticed when it is read.
    let about = asq_files::by_name::follow(path).ok()?;
    Some((about.ino(), about.size(), about.mtime(), about.mtime_nsec()))
}

fn read(cert: &Path, key: &Path) -> Result<CertifiedKey, UnfitFile> {
    let of_cert = |why| UnfitFile { flag: "--tls-cert", why };
    let of_key = |why| UnfitFile { flag: "--tls-key", why };
    let certs: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes(cert).map_err(of_cert)?).collect();
    let certs = certs.map_err(|e| of_cert(format!("'{}' isn't a certificate: {e}", cert.display())))?;
    if certs.is_empty() {
        return Err(of_cert(format!("'{}' has no certificate", cert.display())));
    }
    let secret = PrivateKeyDer::from_pem_slice(&bytes(key).map_err(of_key)?)
        .map_err(|e| of_key(format!("'{}' isn't a key: {e}", key.display())))?;
    let signs = ring::sign::any_supported_type(&secret)
        .map_err(|e| of_key(format!("the key in '{}' can't be used: {e}", key.display())))?;
    let both = CertifiedKey::new(certs, signs);
    match both.keys_match() {
        // Some kinds of key can't be compared; the first connection then finds out.
        Ok(()) | Err(rustls::Error::InconsistentKeys(InconsistentKeys::Unknown)) => Ok(both),
        Err(_) => Err(of_key(format!(
            "the key in '{}' isn't that of the certificate in '{}'",
            key.display(),
            cert.display()
        ))),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    match asq_files::read(path, MOST) {
        Ok(Some(found)) => Ok(found.bytes),
        Ok(None) => Err(format!("there is no file '{}'", path.display())),
        Err(fault) => Err(format!("'{}' can't be read: {fault}", path.display())),
    }
}
