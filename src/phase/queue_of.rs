//! From the entries of manifests and the resources of the code to one queue.

use std::collections::HashMap;

use super::error::{DecodeError, LoadError};
use super::id::ResourceId;
use super::manifest::{CodeFields, Entries, Entry, FileFields};
use super::resource::{Maker, Resource, Work};
use crate::platform::{AssetPath, listed};

pub(crate) type Makers = HashMap<&'static str, Maker>;

/// Makes the queue, and checks what can be checked before the first file is opened.
pub(super) fn queue_of(
    entries: &Entries,
    from_code: &[Resource],
    makers: &Makers,
) -> Result<Vec<Resource>, LoadError> {
    // Each with whether it is streamed.
    let mut ids: HashMap<ResourceId, bool> = HashMap::new();
    let mut queue = Vec::with_capacity(entries.len() + from_code.len());
    let mut add = |resource: Resource| {
        check_order(&resource, &ids)?;
        ids.insert(resource.id(), resource.is_streamed);
        queue.push(resource);
        Ok::<(), String>(())
    };
    for (manifest, position, entry) in entries {
        let added = match entry {
            Entry::File(kind, fields) => {
                let FileFields { id, path, weight, optional, streamed, .. } = fields;
                let mut resource = Resource::decoded(id.into(), *kind, AssetPath::new(path)).weight(*weight);
                (resource.is_optional, resource.is_streamed) = (*optional, *streamed);
                Ok(resource)
            }
            Entry::Code(kind, fields) => made(kind, fields, makers),
        };
        added.and_then(&mut add).map_err(|what| DecodeError {
            path: manifest.clone(),
            position: Some(*position),
            what,
        })?;
    }
    for resource in from_code {
        if let Work::Decode(_, Err(bad)) = &resource.work {
            return Err(bad.clone().into());
        }
        add(resource.clone()).map_err(LoadError::Code)?;
    }
    Ok(queue)
}

fn made(kind: &'static str, fields: &CodeFields, makers: &Makers) -> Result<Resource, String> {
    let CodeFields { id, make, from, weight, optional } = fields;
    let Some(maker) = makers.get(make.as_str()) else {
        let mut known: Vec<_> = makers.keys().copied().collect();
        known.sort_unstable();
        return Err(format!(
            "`{id}` is made by `{make}`, which the program does not have (`register_maker`); it has: {}",
            listed(known)
        ));
    };
    let from = from.iter().map(ResourceId::from).collect();
    let resource = Resource::made(id.into(), kind, maker.clone(), from).weight(*weight);
    Ok(if *optional { resource.optional() } else { resource })
}

fn check_order(resource: &Resource, before: &HashMap<ResourceId, bool>) -> Result<(), String> {
    let id = resource.id();
    if before.contains_key(&id) {
        return Err(format!("two resources have the id `{id}`; ids of one phase must differ"));
    }
    if resource.is_streamed && resource.path().is_none() {
        return Err(format!("`{id}` is made by code; files only can be streamed"));
    }
    for source in resource.made_from() {
        let what = match before.get(source) {
            Some(false) => continue,
            Some(true) => "is streamed: it may not be there",
            None => "must stand before it",
        };
        return Err(format!("`{id}` is made from `{source}`, which {what}"));
    }
    Ok(())
}
