# Gradreel in three steps: the page, the Python environment, the slim runtime.
# A default container refuses new namespaces, so snippets run in tier L; see README, "Security".

FROM node:22-slim AS page
WORKDIR /src/static
COPY static/package.json static/package-lock.json static/.npmrc ./
RUN npm ci
COPY app/locales /src/app/locales
COPY static/ ./
RUN npm run build

FROM python:3.11-slim AS packages
RUN python -m venv /opt/gradreel
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY scripts/requirements.lock scripts/requirements.lock
# torch first and alone, so that nothing else chooses its build
RUN /opt/gradreel/bin/pip install --no-cache-dir "$(grep -oE 'torch==[0-9.]+' pyproject.toml)"
# what serving needs, and nothing of what testing needs, in the locked versions
COPY app/ app/
RUN /opt/gradreel/bin/pip install --no-cache-dir -c scripts/requirements.lock . && /opt/gradreel/bin/pip uninstall -y gradreel

FROM python:3.11-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libseccomp2 fonts-dejavu-core fonts-wqy-microhei \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin gradreel
COPY --from=packages /opt/gradreel /opt/gradreel
WORKDIR /srv/gradreel
COPY pyproject.toml README.md LICENSE ./
COPY app/ app/
COPY templates/ templates/
COPY docs/ docs/
COPY --from=page /src/static/dist static/dist
RUN /opt/gradreel/bin/pip install --no-cache-dir --no-deps -e .
# Stored snippets; mount a volume here, or set GRADREEL_DATABASE_URL
RUN mkdir var && chown gradreel var
VOLUME /srv/gradreel/var
USER gradreel
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["/opt/gradreel/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["/opt/gradreel/bin/gradreel"]
CMD ["serve", "--host", "0.0.0.0"]
