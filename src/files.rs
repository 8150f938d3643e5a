//! Files: read with a sentence when it fails, written whole or not at all. The only place that opens one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Writing failed; what stood there before still stands.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The largest settings file that is read, bytes.
const LARGEST: u64 = 16 << 20;

/// The text of a file.
///
/// # Errors
/// [`FileError::Read`]: not there, not readable, not UTF-8, larger than 16 MiB.
pub fn read(path: &Path) -> Result<String, FileError> {
    read_text(path).map_err(|source| FileError::Read { path: path.to_owned(), source })
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other("it is larger than 16 MiB"));
    }
    Ok(text)
}

/// Writes a file through `fill`: beside its place first, moved there once it is whole. What is no regular
/// file (a pipe, a device) is written to as it is.
///
/// # Errors
/// [`FileError::Write`], also when `fill` fails; the old file, if any, is then untouched.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let written = match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(there) if there.permissions().readonly() => Err(io::Error::other("it is read-only")),
        Ok(there) if !there.is_file() || path.starts_with("/dev") => {
            File::create(path).and_then(|mut file| fill(&mut file))
        }
        // Through a link to the file itself, so that the link stays a link.
        Ok(there) => fs::canonicalize(path)
            .and_then(|place| replace(&place, Some(there.permissions()), fill)),
        Err(_) => replace(path, None, fill),
    };
    written.map_err(|source| FileError::Write { path: path.to_owned(), source })
}

fn replace(
    path: &Path,
    permissions: Option<fs::Permissions>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".drlab-");
    #[cfg(unix)]
    builder.permissions(
        permissions.unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)),
    );
    let beside = builder.tempfile_in(folder.unwrap_or_else(|| Path::new(".")));
    // The name of the temporary file would tell its user nothing.
    let mut beside = beside.map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            io::Error::other("its folder is not there")
        } else {
            io::Error::from(error.kind())
        }
    })?;
    let mut buffered = BufWriter::new(beside.as_file_mut());
    fill(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    beside.persist(path)?;
    Ok(())
}

/// Makes a folder and those above it.
///
/// # Errors
/// [`FileError::Write`].
#[cfg(feature = "app")]
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(|source| FileError::Write { path: path.to_owned(), source })
}

/// The files of a folder that end in `.toml`, in order; none where there is no such folder.
#[cfg(feature = "app")]
pub fn settings_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(toml).collect();
    files.sort();
    files
}

/// The first of `name.extension`, `name-2.extension`, … that is not there yet.
#[cfg(feature = "app")]
pub fn free_name(folder: &Path, name: &str, extension: &str) -> PathBuf {
    let mut path = folder.join(format!("{name}.{extension}"));
    for number in 2_u32.. {
        if !path.exists() {
            break;
        }
        path = folder.join(format!("{name}-{number}.{extension}"));
    }
    path
}

/// Moves a file out of the way, under a name of its own beside it, and says which.
///
/// # Errors
/// [`FileError::Write`]; the file is then where it was.
#[cfg(feature = "app")]
pub fn set_aside(path: &Path) -> Result<PathBuf, FileError> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let aside = free_name(folder, &format!("{name}-broken"), "toml");
    let moved = fs::rename(path, &aside);
    moved.map(|()| aside).map_err(|source| FileError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.csv");
        write(&path, |out| out.write_all(b"old")).expect("writes");
        let failing = write(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failing.is_err());
        assert_eq!(read(&path).expect("still there"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_folder_or_a_missing_folder_is_a_clear_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = write(folder.path(), |_| Ok(())).expect_err("a folder").to_string();
        assert!(error.contains("it is a folder"), "{error}");
        let nowhere = folder.path().join("none").join("out.csv");
        let error = write(&nowhere, |_| Ok(())).expect_err("no folder").to_string();
        assert!(error.contains("cannot write") && error.contains("none"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("writes");
        std::os::unix::fs::symlink(&file, &link).expect("links");
        write(&link, |out| out.write_all(b"new")).expect("writes");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(read(&file).expect("reads"), "new");
        write(Path::new("/dev/null"), |out| out.write_all(b"gone")).expect("writes");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
