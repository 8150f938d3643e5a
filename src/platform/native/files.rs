//! Files: read with a sentence when it fails, written whole or not at all. The only place of the program that
//! opens one.

use crate::platform::{Existing, FileError};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The largest settings file that is read, bytes.
const LARGEST: u64 = 16 << 20;

/// The text of a file.
///
/// # Errors
/// [`FileError::Read`]: not there, not readable, not UTF-8, larger than 16 MiB.
pub fn read(path: &Path) -> Result<String, FileError> {
    read_text(path).map_err(|source| FileError::Read { path: path.to_owned(), source })
}

/// A file to read from front to back, however long it is.
///
/// # Errors
/// [`FileError::Read`].
pub fn open(path: &Path) -> Result<impl BufRead, FileError> {
    let opened = File::open(path).map(|file| BufReader::with_capacity(1 << 16, file));
    opened.map_err(|source| FileError::Read { path: path.to_owned(), source })
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other("it is larger than 16 MiB"));
    }
    Ok(text)
}

/// Whether a new file may be written there: nothing stands there, or what is no regular file (a pipe, a device).
///
/// # Errors
/// [`FileError::Exists`].
pub fn must_be_new(path: &Path, existing: Existing) -> Result<(), FileError> {
    let there = fs::symlink_metadata(path).is_ok();
    let replaced = there && fs::metadata(path).map_or(true, |there| there.is_file());
    if existing == Existing::Keep && replaced && !path.starts_with("/dev") {
        return Err(FileError::Exists { path: path.to_owned() });
    }
    Ok(())
}

/// Writes a file through `fill`: beside its place first, moved there once it is whole. What is no regular
/// file (a pipe, a device) is written to as it is.
///
/// # Errors
/// [`FileError::Write`], also when `fill` fails; the old file, if any, is then untouched. [`FileError::Exists`].
pub fn write(
    path: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    must_be_new(path, existing)?;
    let written = match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(there) if there.permissions().readonly() => Err(io::Error::other("it is read-only")),
        Ok(there) if !there.is_file() || path.starts_with("/dev") => {
            File::create(path).and_then(|mut file| fill(&mut file))
        }
        // Through a link to the file itself, so that the link stays a link.
        Ok(there) => fs::canonicalize(path).and_then(|place| {
            let beside = filled(&place, Some(there.permissions()), fill)?;
            Ok(beside.persist(place).map(drop)?)
        }),
        Err(_) => filled(path, None, fill).and_then(|beside| match existing {
            Existing::Keep => Ok(beside.persist_noclobber(path).map(drop)?),
            Existing::Replace => Ok(beside.persist(path).map(drop)?),
        }),
    };
    written.map_err(|source| {
        let path = path.to_owned();
        if source.kind() == io::ErrorKind::AlreadyExists {
            FileError::Exists { path }
        } else {
            FileError::Write { path, source }
        }
    })
}

/// A file beside `path`, filled.
fn filled(
    path: &Path,
    permissions: Option<fs::Permissions>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<tempfile::NamedTempFile> {
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
    Ok(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.csv");
        write(&path, Existing::Keep, |out| out.write_all(b"old")).expect("writes");
        let failing = write(&path, Existing::Replace, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failing.is_err());
        assert_eq!(read(&path).expect("still there"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_is_there_stays_unless_it_is_to_be_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.svg");
        fs::write(&path, "old").expect("writes");
        let error = write(&path, Existing::Keep, |out| out.write_all(b"new")).expect_err("there");
        assert!(error.to_string().contains("--force"), "{error}");
        assert_eq!(read(&path).expect("still there"), "old");
        // One that comes while the new one is being written is kept, too.
        let late = folder.path().join("late.svg");
        let raced = write(&late, Existing::Keep, |out| {
            fs::write(&late, "other")?;
            out.write_all(b"new")
        });
        assert!(matches!(raced, Err(FileError::Exists { .. })));
        assert_eq!(read(&late).expect("the other"), "other");
        write(&path, Existing::Replace, |out| out.write_all(b"new")).expect("writes");
        assert_eq!(read(&path).expect("reads"), "new");
        #[cfg(unix)]
        {
            let dangling = folder.path().join("dangling");
            std::os::unix::fs::symlink(folder.path().join("none"), &dangling).expect("links");
            assert!(must_be_new(&dangling, Existing::Keep).is_err());
        }
    }

    #[test]
    fn a_folder_or_a_missing_folder_is_a_clear_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let error =
            write(folder.path(), Existing::Keep, |_| Ok(())).expect_err("a folder").to_string();
        assert!(error.contains("it is a folder"), "{error}");
        let nowhere = folder.path().join("none").join("out.csv");
        let error = write(&nowhere, Existing::Keep, |_| Ok(())).expect_err("no folder").to_string();
        assert!(error.contains("cannot write") && error.contains("none"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("writes");
        std::os::unix::fs::symlink(&file, &link).expect("links");
        write(&link, Existing::Replace, |out| out.write_all(b"new")).expect("writes");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(read(&file).expect("reads"), "new");
        write(Path::new("/dev/null"), Existing::Keep, |out| out.write_all(b"gone"))
            .expect("writes");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
