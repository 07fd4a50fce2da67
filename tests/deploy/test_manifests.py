"""compose.yaml and kubernetes.yaml: what they confine, and how they part streams from moves."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from referee.config import from_environment

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
KUBERNETES: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")))
MATCH = "/v1/matches/abcdefghijklmnopqrstuvwx"


def of_kind(kind: str) -> dict[str, Any]:
    """All documents of a kind, by name."""
    return {one["metadata"]["name"]: one for one in KUBERNETES if one["kind"] == kind}


DEPLOYMENTS = of_kind("Deployment")


def pod(name: str) -> dict[str, Any]:
    found: dict[str, Any] = DEPLOYMENTS[name]["spec"]["template"]["spec"]
    return found


def container(name: str) -> dict[str, Any]:
    (found,) = pod(name)["containers"]
    return dict(found)


def labels(name: str) -> dict[str, str]:
    found: dict[str, str] = DEPLOYMENTS[name]["spec"]["template"]["metadata"]["labels"]
    return found


# Compose


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_service_writes_to_no_image_and_has_and_gains_no_right(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    published = {
        name: service["ports"] for name, service in COMPOSE["services"].items() if "outside" in service["networks"]
    }
    assert set(published) == {"proxy", "prometheus"}
    assert all(port.startswith("127.0.0.1:") for port in published["prometheus"])
    assert not any("ports" in COMPOSE["services"][name] for name in ("referee", "streams", "redis"))


def test_both_groups_are_set_up_alike_or_one_would_let_in_whom_the_other_refuses() -> None:
    referee, streams = COMPOSE["services"]["referee"], COMPOSE["services"]["streams"]
    assert _less(referee) == _less(streams)
    assert streams["command"][:2] == ["serve", "--streams"]


def _less(service: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in service.items() if name not in ("command", "deploy")}


def test_what_compose_sets_is_a_configuration_that_trusts_the_one_proxy() -> None:
    environment = {
        name: re.sub(r"\$\{[A-Z_]+:[-?].*\}", "" if ":-" in value else "sixteen letters!", value)
        for name, value in COMPOSE["services"]["referee"]["environment"].items()
    }
    config = from_environment(environment)
    assert config.trusted_proxies == 1
    assert config.metrics_bind == "0.0.0.0:9100"


# Kubernetes


@pytest.mark.parametrize("document", KUBERNETES, ids=lambda one: f"{one['kind']}-{one['metadata']['name']}")
@pytest.mark.parametrize("release", ["1.27", "1.37"])
def test_it_is_what_kubernetes_takes(document: dict[str, Any], release: str) -> None:
    kubernetes_validate.validate(document, release, strict=True)


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_a_pod_writes_to_no_image_and_has_and_gains_no_right(name: str) -> None:
    assert pod(name)["securityContext"]["runAsNonRoot"] is True
    assert pod(name)["securityContext"]["runAsUser"] == 10001
    assert pod(name)["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod(name)["automountServiceAccountToken"] is False
    assert container(name)["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {one["mountPath"] for one in container(name)["volumeMounts"]} == {"/tmp"}


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_a_pod_is_probed_has_what_it_needs_and_time_to_finish(name: str) -> None:
    probes = {kind: container(name)[f"{kind}Probe"]["httpGet"] for kind in ("startup", "readiness", "liveness")}
    assert probes["readiness"] == {"path": "/readyz", "port": "http"}
    assert probes["liveness"] == probes["startup"] == {"path": "/livez", "port": "http"}
    assert set(container(name)["resources"]["requests"]) == {"cpu", "memory"}
    assert pod(name)["terminationGracePeriodSeconds"] > 5 + 30, "preStop, then what gunicorn gives requests"
    assert DEPLOYMENTS[name]["spec"]["replicas"] > 1


def test_the_groups_differ_in_what_they_are_for_alone() -> None:
    first, second = (_for_comparison(name) for name in DEPLOYMENTS)
    assert first == second
    assert container("referee-streams")["args"] == ["serve", "--streams"]


def _for_comparison(name: str) -> str:
    less = {key: value for key, value in container(name).items() if key not in ("args", "resources")}
    text = yaml.safe_dump({**pod(name), "containers": [less]})
    return text.replace(labels(name)["app.kubernetes.io/component"], "component")


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_each_group_has_a_service_and_a_disruption_budget_of_its_own(name: str) -> None:
    assert of_kind("Service")[name]["spec"]["selector"] == labels(name)
    budget = of_kind("PodDisruptionBudget")[name]["spec"]
    assert budget["selector"]["matchLabels"] == labels(name)
    assert budget["maxUnavailable"] == 1


@pytest.mark.parametrize(
    ("path", "service"),
    [
        (f"{MATCH}/events", "referee-streams"),
        (f"{MATCH}/events/ticket", "referee"),
        (f"{MATCH}/moves", "referee"),
        (MATCH, "referee"),
        ("/v1/games/kinmo/events", "referee"),
        ("/v1/matches", "referee"),
        ("/docs", "referee"),
    ],
)
def test_the_ingress_sends_events_to_the_servers_made_for_them(path: str, service: str) -> None:
    (rule,) = of_kind("Ingress")["referee"]["spec"]["rules"]
    routes = sorted(rule["http"]["paths"], key=lambda one: -len(one["path"]))  # as ingress-nginx orders them
    first = next(one for one in routes if re.match(one["path"], path))
    assert first["backend"]["service"] == {"name": service, "port": {"name": "http"}}


def test_only_the_ingress_and_prometheus_get_in_each_to_its_own_port() -> None:
    policy = of_kind("NetworkPolicy")["referee"]["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert all(policy["podSelector"]["matchLabels"].items() <= labels(name).items() for name in DEPLOYMENTS)
    entrances = {
        rule["from"][0]["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]: rule["ports"]
        for rule in policy["ingress"]
    }
    assert entrances == {"ingress-nginx": [{"port": "http"}], "monitoring": [{"port": "metrics"}]}


def test_what_kubernetes_sets_is_a_configuration_that_trusts_the_ingress() -> None:
    settings = of_kind("ConfigMap")["referee"]["data"]
    secrets = of_kind("Secret")["referee"]["stringData"]
    config = from_environment({**secrets, **settings, "REFEREE_SECRET": "sixteen letters!"})
    assert config.trusted_proxies == 1
    ports = {one["name"]: one["containerPort"] for one in container("referee")["ports"]}
    assert settings["REFEREE_BIND"] == f"0.0.0.0:{ports['http']}"
    assert config.metrics_bind == f"0.0.0.0:{ports['metrics']}"


def test_the_secret_of_the_example_starts_no_server() -> None:
    with pytest.raises(ValueError, match="REFEREE_SECRET"):
        from_environment(of_kind("Secret")["referee"]["stringData"])
